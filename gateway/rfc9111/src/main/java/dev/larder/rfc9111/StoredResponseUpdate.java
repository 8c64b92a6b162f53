package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * RFC 9111 3.2 and 4.3.4: applies a response without content to stored ones.
 *
 * @param request the request of the response
 * @param response the 304, or the 200 to a HEAD
 */
record StoredResponseUpdate(RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {

    /** RFC 9111 4.3.4: returns the stored responses that a 304 identifies for update. */
    List<StoredResponse> identified(ResponseVariants stored, StoredResponse selected) {
        List<StoredResponse> initial = stored.wholeSelectedBy(request);
        Optional<EntityTag> tag = EntityTag.of(response.fields());
        if (tag.isPresent() && !tag.get().weak()) {
            return initial.stream().filter(one -> hasStrong(one, tag.get())).toList();
        }
        if (tag.isPresent()) {
            return initial.stream()
                    .filter(one -> hasWeak(one, tag.get()))
                    .limit(1)
                    .toList();
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
     * Returns the response that answers the request: stored fields, updated by the newer ones. Also used for a 304
     * without any validator, although 4.3.4 speaks of a stored response "that lacks a validator": only this response's
     * validators were sent, so the origin cannot have confirmed another.
     */
    StoredResponse applied(StoredResponse before) {
        return storability(before).stored(before.body(), varyKey(before));
    }

    /** Returns the stored set after the update of all of them; unchanged if this request must leave no trace. */
    Optional<ResponseVariants> applied(ResponseVariants stored, List<StoredResponse> identified) {
        Optional<ResponseVariants> result = Optional.of(stored);
        for (StoredResponse before : identified) {
            result = result.flatMap(variants -> applied(variants, before));
        }
        return result;
    }

    /** Returns the stored set after the update of this one. */
    Optional<ResponseVariants> applied(ResponseVariants variants, StoredResponse before) {
        Storability storability = storability(before);
        Optional<Reason> obstacle = storability.byDirectives().or(storability::byFreshness);
        if (obstacle.isEmpty()) {
            return Optional.of(variants.replacing(before, applied(before)));
        }
        return concernsThisRequestOnly(obstacle.get()) ? Optional.of(variants) : variants.without(before);
    }

    private static boolean concernsThisRequestOnly(Reason reason) {
        return reason == Reason.AUTHORIZATION || reason == Reason.REQUEST_NO_STORE;
    }

    private Storability storability(StoredResponse before) {
        HeaderFields fields = updatedFields(before);
        Optional<String> age = response.fields().first("Age");
        ResponseHead head = before.head().withFields(age.isPresent() ? fields.with("Age", age.get()) : fields);
        return new Storability(request, head, policy, when);
    }

    /** The selecting fields remain those of the original request, unless Vary now nominates others. */
    private Map<String, String> varyKey(StoredResponse before) {
        return Vary.of(updatedFields(before))
                .map(vary -> vary.key(request.fields()))
                .filter(key -> !key.keySet().equals(before.varyKey().keySet()))
                .orElse(before.varyKey());
    }

    private HeaderFields updatedFields(StoredResponse before) {
        return StoredFields.updated(before.head().fields(), response.fields(), when.wall());
    }

    private static boolean hasStrong(StoredResponse stored, EntityTag tag) {
        return stored.entityTag().filter(tag::matchesStrongly).isPresent();
    }

    private static boolean hasWeak(StoredResponse stored, EntityTag tag) {
        return stored.entityTag().filter(tag::matchesWeakly).isPresent();
    }
}
