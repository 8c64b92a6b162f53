package dev.larder.rfc9111;

import java.util.List;
import java.util.Optional;

/** RFC 9111 4.3.1, 4.3.3 and 4.3.4: asking the origin whether a stored response is still good, and what its answer does to it. */
public final class Validation {

    /** RFC 9111 4.3.3: what the answer means. */
    public sealed interface Outcome {

        /**
         * The stored response is good.
         *
         * @param before the stored response the 304 selected
         * @param after the same, freshened: what the client's request is answered from
         * @param stored what the store keeps now: empty if nothing, the very same set if the 304 may not update it
         */
        record Freshened(StoredResponse before, StoredResponse after, Optional<ResponseVariants> stored)
                implements Outcome {}

        /** A full response, to be handled like one to any request. */
        record Full() implements Outcome {}

        /** A server error: a stale response may be served instead where {@link StaleServing} allows it. */
        record ServerError() implements Outcome {}

        /** A 304 that selects nothing stored: the request is to be forwarded again without conditions. */
        record Unusable(Reason reason) implements Outcome {}
    }

    private Validation() {}

    /**
     * The request to forward in place of the client's: conditional on the validators of the selected response and on nothing
     * else, for the whole representation.
     *
     * @param stored what the store holds under the request's key
     */
    public static RequestHead conditional(RequestHead request, ResponseVariants stored, StoredResponse selected) {
        HeaderFields fields = unconditional(request).fields();
        if (!request.validatable()) {
            return request.withFields(fields);
        }
        Optional<EntityTag> tag = selected.entityTag();
        if (tag.isPresent()) {
            fields = fields.with("If-None-Match", tag.get().toString());
        }
        if (selected.lastModified().isPresent()) {
            fields = fields.with(
                    "If-Modified-Since",
                    selected.head().fields().first("Last-Modified").orElseThrow());
        }
        return request.withFields(fields);
    }

    /** The client's request without its conditions and without Range: what a full answer is asked for with. */
    public static RequestHead unconditional(RequestHead request) {
        return request.withFields(request.fields()
                .without(name -> name.equalsIgnoreCase("Range")
                        || RequestPreconditions.FIELDS.stream().anyMatch(name::equalsIgnoreCase)));
    }

    /**
     * Judges the answer to {@link #conditional}.
     *
     * @param request the client's request
     */
    public static Outcome judge(
            RequestHead request,
            ResponseVariants stored,
            StoredResponse selected,
            ResponseHead response,
            CachePolicy policy,
            ReceptionTimes when) {
        if (response.status() == StatusCode.NOT_MODIFIED) {
            return notModified(new StoredResponseUpdate(request, response, policy, when), stored, selected);
        }
        return StatusCode.serverError(response.status()) ? new Outcome.ServerError() : new Outcome.Full();
    }

    private static Outcome notModified(StoredResponseUpdate update, ResponseVariants stored, StoredResponse selected) {
        if (!selected.hasValidator()) {
            return new Outcome.Unusable(Reason.NOT_MODIFIED_WITHOUT_CONDITION);
        }
        List<StoredResponse> identified = update.identified(stored, selected);
        if (identified.isEmpty()) {
            return new Outcome.Unusable(Reason.NOT_MODIFIED_MATCHES_NOTHING);
        }
        StoredResponse before = identified.contains(selected) ? selected : identified.get(0);
        return new Outcome.Freshened(before, update.applied(before), update.applied(stored, identified));
    }
}
