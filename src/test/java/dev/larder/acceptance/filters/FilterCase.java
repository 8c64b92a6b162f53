package dev.larder.acceptance.filters;

import com.example.filters.OwnFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A route with filters.
 *
 * @param name name of the case, part of the path
 * @param filters filters in their order; {@code Name=a,b}, or {@code Name one=a two=b}; {@literal @} stands for their place
 * @param metadata metadata of the route
 */
record FilterCase(String name, List<String> filters, Map<String, String> metadata) {

    /** Cases of filters that give up on a late origin. */
    private static final String LATE = "timeout";

    /** Every filter that Gateway brings, but those of {@link #UNTESTED}. */
    private static final List<FilterCase> BUILT_IN = List.of(
            of("AddRequestHeader", "AddRequestHeader=X-Added, one"),
            of("AddRequestHeader-variable", "AddRequestHeader=X-Segment, {segment}"),
            of("AddRequestHeadersIfNotPresent", "AddRequestHeadersIfNotPresent=X-From:not,X-Absent:two"),
            of("AddRequestParameter", "AddRequestParameter=added, 1"),
            of("AddResponseHeader", "AddResponseHeader=X-Added, one"),
            of("CacheRequestBody", "CacheRequestBody bodyClass=java.lang.String"),
            of("CircuitBreaker", "CircuitBreaker name=zoo"),
            of("CircuitBreaker-page", "CircuitBreaker name=zoo fallbackUri=forward:/fallback/page"),
            of("CircuitBreaker-route", "CircuitBreaker name=zoo fallbackUri=forward:/fallback/route statusCodes=503"),
            of("DedupeResponseHeader", "DedupeResponseHeader=X-Dup, RETAIN_UNIQUE"),
            of("LocalResponseCache", "LocalResponseCache=30m,10MB"),
            of("MapRequestHeader", "MapRequestHeader=X-From, X-To"),
            of("ModifyRequestBody", "Own=modifiesRequest"),
            of("ModifyResponseBody", "Own=modifiesResponse"),
            of("ModifyResponseBody-json", "Own=modifiesJson"),
            of("PrefixPath", "PrefixPath=/prefixed"),
            of("PreserveHostHeader", "PreserveHostHeader"),
            of("RedirectTo", "RedirectTo=302, http://elsewhere.test/"),
            of("RemoveJsonAttributesResponseBody", "RemoveJsonAttributesResponseBody=b"),
            of("RemoveRequestHeader", "RemoveRequestHeader=X-Gone"),
            of("RemoveRequestParameter", "RemoveRequestParameter=gone"),
            of("RemoveResponseHeader", "RemoveResponseHeader=X-Gone"),
            of("RequestHeaderSize", "RequestHeaderSize=5KB"),
            of("RequestHeaderSize-refusal", "RequestHeaderSize=9B"),
            of("RequestHeaderToRequestUri", "RequestHeaderToRequestUri=X-Uri"),
            of("RequestRateLimiter", "RequestRateLimiter"),
            of("RequestSize", "RequestSize maxSize=5KB"),
            of("Retry", "Retry=2"),
            of("Retry-writes", "Retry retries=2 methods=GET,POST statuses=SERVICE_UNAVAILABLE"),
            of("RewriteLocationResponseHeader", "RewriteLocationResponseHeader=AS_IN_REQUEST, Location, ,"),
            of("RewritePath", "RewritePath=/zoo/(?<rest>.*), /rewritten/$\\{rest}"),
            of("RewriteRequestParameter", "RewriteRequestParameter=q, 2"),
            of("RewriteResponseHeader", "RewriteResponseHeader=X-Res, foo, bar"),
            of("SaveSession", "SaveSession"),
            of("SecureHeaders", "SecureHeaders"),
            of("SetPath", "SetPath=/set/on-@/{segment}"),
            of("SetRequestHeader", "SetRequestHeader=X-From, set"),
            of("SetRequestHostHeader", "SetRequestHostHeader=other.test"),
            of("SetRequestUri", "SetRequestUri=${test.origin}/uri/on-@/{segment}"),
            of("SetResponseHeader", "SetResponseHeader=X-Res, set"),
            of("SetStatus", "SetStatus=202"),
            of("StripPrefix", "StripPrefix=1"),
            of(
                    "several",
                    "StripPrefix=1",
                    "PrefixPath=/p",
                    "AddRequestHeader=X-Added, one",
                    "RemoveResponseHeader=X-Gone",
                    "SecureHeaders"),
            new FilterCase("timeout-metadata", List.of("StripPrefix=1"), Map.of("response-timeout", "300")));

    /** Filters without a case here, or whose case has another name, and why. */
    static final Map<String, String> UNTESTED = Map.of(
            "FallbackHeaders", "on the route to which CircuitBreaker-route falls back",
            "JsonToGrpc", "needs a gRPC service; asks it itself",
            "ModifyRequestBody", "configured in Java: Own=modifiesRequest",
            "ModifyResponseBody", "configured in Java: Own=modifiesResponse",
            "SpringCloudCircuitBreakerResilience4J", "the cases of CircuitBreaker: the class they extend",
            "TokenRelay", "needs an authorization server; sets a request field");

    static FilterCase of(String name, String... filters) {
        return new FilterCase(name, List.of(filters), Map.of());
    }

    /** Returns the cases of Gateway's filters, and of those of applications. */
    static List<FilterCase> all() {
        List<FilterCase> all = new ArrayList<>(BUILT_IN);
        OwnFilters.names().forEach(name -> all.add(of(name, "Own=" + name)));
        return all;
    }

    /** Returns whether an origin that is late matters. */
    boolean late() {
        return name.startsWith(LATE);
    }

    @Override
    public String toString() {
        return name;
    }
}
