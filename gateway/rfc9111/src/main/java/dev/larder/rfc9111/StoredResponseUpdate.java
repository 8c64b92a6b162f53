package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * RFC 9111 3.2 and 4.3.4: one response without content and what it does to stored ones.
 *
 * @param request the request it answers
 * @param response the 304, or the 200 to a HEAD
 */
record StoredResponseUpdate(RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {

    /** RFC 9111 4.3.4: the stored responses a 304 identifies for update. */
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
     * The response that answers the request: stored fields with the newer ones in their place. A 304 without any validator lands
     * here too, although 4.3.4 speaks of a stored response "that lacks a validator": only this one's validators were sent, so
     * the origin can have confirmed no other.
     */
    StoredResponse applied(StoredResponse before) {
        return storability(before).stored(before.body(), varyKey(before));
    }

    /** What the store keeps once all of them are updated: unchanged where this request must leave no trace. */
    Optional<ResponseVariants> applied(ResponseVariants stored, List<StoredResponse> identified) {
        Optional<ResponseVariants> result = Optional.of(stored);
        for (StoredResponse before : identified) {
            result = result.flatMap(variants -> applied(variants, before));
        }
        return result;
    }

    /** What the store keeps once this one is updated. */
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

    /** The selecting fields stay those of the request it was stored for, unless Vary now nominates others. */
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
