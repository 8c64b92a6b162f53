package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * RFC 9111 3.2 and 4.3.4: applies a response without content to stored ones.
 *
 * @param request the request of the response
 * @param response the 304, or the 200 to a HEAD
 */
record StoredResponseUpdate(RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {

    /**
     * RFC 9111 4.3.4: returns the stored responses that a 304 identifies for update: "each of those strong validators identifies
     * a selected representation". One that names the selected response in another spelling identifies it, see
     * {@link EntityTag#isOfSameVersion}.
     */
    List<StoredResponse> identified(ResponseVariants stored, StoredResponse selected) {
        List<StoredResponse> initial = stored.wholeSelectedBy(request);
        List<EntityTag> tags = EntityTag.list(response.fields().values("ETag"));
        if (!tags.isEmpty()) {
            List<StoredResponse> tagged = tagged(initial, tags);
            return tagged.isEmpty()
                            && initial.contains(selected)
                            && tags.stream().allMatch(tag -> isOfSameVersion(selected, tag))
                    ? List.of(selected)
                    : tagged;
        }
        if (hasOtherUnreadableTag(selected)) {
            return List.of();
        }
        Optional<Instant> modified = HttpDate.single(response.fields(), "Last-Modified", when.wall());
        if (modified.isPresent()) {
            return initial.stream()
                    .filter(one -> one.lastModified().equals(modified))
                    .limit(1)
                    .toList();
        }
        return List.of(selected);
    }

    /**
     * A stored response and what becomes of it.
     *
     * @param after the stored fields, updated by the newer ones; it answers the request, stored or not
     * @param obstacle why it must not be stored; empty if it may be
     */
    record UpdatedResponse(StoredResponse before, StoredResponse after, Optional<Reason> obstacle) {

        /** Returns the stored set after the update; unchanged if this request must leave no trace. */
        Optional<ResponseVariants> in(ResponseVariants variants) {
            if (obstacle.isEmpty()) {
                return Optional.of(variants.replacing(before, after));
            }
            return isRequestSpecific(obstacle.get()) ? Optional.of(variants) : variants.without(before);
        }
    }

    /**
     * Returns what becomes of a stored response. Also used for a 304 without any validator, although 4.3.4 speaks of a stored
     * response "that lacks a validator": only this response's validators were sent, so the origin cannot have confirmed another.
     */
    UpdatedResponse applied(StoredResponse before) {
        HeaderFields fields = updatedFields(before);
        Storability storability = storability(before, fields);
        return new UpdatedResponse(
                before,
                storability.stored(before.body(), varyKey(before, fields)),
                byFields(storability).or(storability::byFreshness));
    }

    /**
     * Returns the stored set after the update of all of them.
     *
     * @param known one of them, updated
     */
    Optional<ResponseVariants> applied(
            ResponseVariants stored, List<StoredResponse> identified, UpdatedResponse known) {
        Optional<ResponseVariants> result = Optional.of(stored);
        for (StoredResponse before : identified) {
            UpdatedResponse updated = before.equals(known.before()) ? known : applied(before);
            result = result.flatMap(updated::in);
        }
        return result;
    }

    /** Whether the response forbids any shared cache to keep this one. */
    boolean isForbidden(StoredResponse before) {
        return byFields(storability(before, updatedFields(before)))
                .filter(reason -> !isRequestSpecific(reason))
                .isPresent();
    }

    private Optional<Reason> byFields(Storability storability) {
        return StoredFields.hasDecidingConnectionOption(response.fields())
                ? Optional.of(Reason.CONNECTION_NAMES_DECIDING_FIELD)
                : storability.byDirectives();
    }

    private static boolean isRequestSpecific(Reason reason) {
        return reason == Reason.AUTHORIZATION || reason == Reason.REQUEST_NO_STORE;
    }

    private Storability storability(StoredResponse before, HeaderFields fields) {
        Optional<String> age = response.fields().first("Age");
        ResponseHead head = before.head().withFields(age.isPresent() ? fields.with("Age", age.get()) : fields);
        return new Storability(request, head, policy, when);
    }

    /** The selecting fields remain those of the original request; to those that Vary nominates now it adds this request's. */
    private Map<String, String> varyKey(StoredResponse before, HeaderFields updated) {
        Map<String, String> key = new TreeMap<>(before.varyKey());
        Vary.of(updated).ifPresent(vary -> vary.key(request.fields()).forEach(key::putIfAbsent));
        return key;
    }

    private HeaderFields updatedFields(StoredResponse before) {
        return StoredFields.updated(before.head().fields(), response.fields(), when.wall());
    }

    private static List<StoredResponse> tagged(List<StoredResponse> initial, List<EntityTag> tags) {
        List<EntityTag> strong = tags.stream().filter(tag -> !tag.isWeak()).toList();
        return strong.isEmpty()
                ? initial.stream()
                        .filter(one -> tags.stream().anyMatch(tag -> hasWeak(one, tag)))
                        .limit(1)
                        .toList()
                : initial.stream()
                        .filter(one -> strong.stream().anyMatch(tag -> hasStrong(one, tag)))
                        .toList();
    }

    private static boolean isOfSameVersion(StoredResponse stored, EntityTag tag) {
        return stored.entityTag().filter(tag::isOfSameVersion).isPresent();
    }

    /** What is no entity tag is compared as it is: a 304 without a validator would confirm the selected response. */
    private boolean hasOtherUnreadableTag(StoredResponse selected) {
        String received = response.fields().combined("ETag").strip();
        return !received.isEmpty()
                && !received.equals(selected.head().fields().combined("ETag").strip());
    }

    private static boolean hasStrong(StoredResponse stored, EntityTag tag) {
        return stored.entityTag().filter(tag::matchesStrongly).isPresent();
    }

    private static boolean hasWeak(StoredResponse stored, EntityTag tag) {
        return stored.entityTag().filter(tag::matchesWeakly).isPresent();
    }
}
