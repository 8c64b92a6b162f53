package dev.larder.gateway.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;

/** Refuses {@code Cache} filters with a wrong argument at the start; the gateway itself would start without its routes. */
final class RouteFilters {

    private static final String PREFIX = GatewayProperties.PREFIX;

    private RouteFilters() {}

    static void check(GatewayProperties properties) {
        check(PREFIX + ".default-filters", properties.getDefaultFilters());
        properties.getRoutes().forEach(route -> check(PREFIX + ".routes (" + route.getId() + ")", route.getFilters()));
    }

    private static void check(String where, List<FilterDefinition> filters) {
        filters.stream()
                .filter(filter -> "Cache".equals(filter.getName()))
                .forEach(filter -> filter.getArgs().values().forEach(ttl -> check(where, ttl)));
    }

    private static void check(String where, String ttl) {
        Require.that(lifetime(ttl), where, "Cache=" + ttl, "a lifetime is a duration of more than zero", "Cache=30s");
    }

    private static boolean lifetime(String ttl) {
        try {
            Duration duration = DurationStyle.detectAndParse(ttl);
            return !duration.isNegative() && !duration.isZero();
        } catch (IllegalArgumentException notADuration) {
            return false;
        }
    }
}
