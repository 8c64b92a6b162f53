package dev.larder.gateway.filter;

import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.RouteMetadataUtils;
import org.springframework.cloud.gateway.support.TimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The timeout for the head of a response on a route: from its metadata or from the settings of the HTTP client. */
public final class OriginResponseTimeout {

    private static final String NAME = RouteMetadataUtils.RESPONSE_TIMEOUT_ATTR;

    private OriginResponseTimeout() {}

    /**
     * Returns the timeout, parsed as the gateway does; empty for none.
     *
     * @param general timeout of routes whose metadata have none or an unreadable one
     */
    public static Optional<Duration> of(Route route, @Nullable Duration general) {
        if (!route.getMetadata().containsKey(NAME)) {
            return Optional.ofNullable(general);
        }
        Object stated = route.getMetadata().get(NAME);
        try {
            return Optional.ofNullable(stated)
                    .map(value ->
                            value instanceof Number number ? number.longValue() : Long.parseLong(value.toString()))
                    .filter(millis -> millis >= 0)
                    .map(Duration::ofMillis);
        } catch (NumberFormatException unread) {
            return Optional.ofNullable(general);
        }
    }

    /** Returns a failure as Gateway's own client signals it: a late response as 504. */
    public static Throwable asOfGateway(Throwable failure, Duration timeout) {
        return failure instanceof ReadTimeoutException ? late(timeout) : failure;
    }

    /** Returns the failure of a response that is late, with the cause by which Gateway's filters know it. */
    static ResponseStatusException late(Duration timeout) {
        var late = new TimeoutException("Response took longer than timeout: " + timeout);
        return new ResponseStatusException(HttpStatus.GATEWAY_TIMEOUT, late.getMessage(), late);
    }

    /** Returns the same route without a timeout. */
    static Route without(Route route) {
        var metadata = new HashMap<>(route.getMetadata());
        metadata.put(NAME, -1);
        return Route.async()
                .id(route.getId())
                .uri(route.getUri())
                .order(route.getOrder())
                .asyncPredicate(route.getPredicate())
                .replaceFilters(route.getFilters())
                .replaceMetadata(metadata)
                .build();
    }
}
