package dev.larder.entitytags;

import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.IfNoneMatch;
import dev.larder.rfc9111.RequestDirectives;
import dev.larder.rfc9111.RequestHead;
import java.util.Optional;
import java.util.Set;

/**
 * A request to which entity tags apply, in the form sent to the service.
 *
 * @param request request sent to the service
 * @param condition whether the client's response is current
 * @param mayAnswer whether it may be answered without contacting the service
 */
record EntityTagRequest(RequestHead request, Optional<IfNoneMatch> condition, boolean mayAnswer) {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /** Converts a request; empty if the request and its response must pass unchanged. */
    static Optional<EntityTagRequest> of(RequestHead request) {
        HeaderFields fields = request.fields();
        if (!METHODS.contains(request.method()) || request.hasContent() || request.isUpgrade()) {
            return Optional.empty();
        }
        if (fields.contains("If-Match") || fields.contains("If-Unmodified-Since")) {
            return Optional.empty();
        }
        RequestHead whole = withoutUnknownRange(request);
        return whole.fields().contains("Range") ? Optional.empty() : Optional.of(whole(whole));
    }

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** Whether the answer is 304. */
    boolean matches(Optional<EntityTag> current) {
        return condition.filter(noneMatch -> noneMatch.matches(current)).isPresent();
    }

    /**
     * RFC 9110 13.1.3: "A recipient MUST ignore If-Modified-Since if the request contains an If-None-Match". A service that
     * knows no entity tags would go by the time alone, and miss what changes within a second.
     */
    private static EntityTagRequest whole(RequestHead request) {
        HeaderFields fields = request.fields();
        return new EntityTagRequest(
                fields.contains("If-None-Match") ? request.withFields(fields.without("If-Modified-Since")) : request,
                IfNoneMatch.of(fields),
                !RequestDirectives.of(fields, CachePolicy.DEFAULT).isNoCache());
    }

    /**
     * Drops a Range conditional on a tag that the service cannot know: only the complete response can be requested (RFC 9110
     * 13.1.5).
     */
    private static RequestHead withoutUnknownRange(RequestHead request) {
        HeaderFields fields = request.fields();
        boolean unknown = EntityTag.parse(fields.combined("If-Range"))
                .filter(EntityTagCalculator::isOne)
                .isPresent();
        return unknown ? request.withFields(fields.without("Range", "If-Range")) : request;
    }
}
