package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.RouteRule;
import dev.larder.gateway.route.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;

/**
 * Refuses {@code Cache} filters with a wrong argument, and routes that name a rule that does not exist, at the start; the
 * gateway itself would start without its routes.
 */
final class RouteFilters {

    private static final String PREFIX = GatewayProperties.PREFIX;

    private final Rules rules;

    private RouteFilters(Rules rules) {
        this.rules = rules;
    }

    static void check(GatewayProperties properties, Rules rules) {
        var filters = new RouteFilters(rules);
        filters.check(PREFIX + ".default-filters", properties.getDefaultFilters());
        properties.getRoutes().forEach(filters::check);
    }

    private void check(RouteDefinition route) {
        String where = PREFIX + ".routes (" + route.getId() + ")";
        check(where, route.getFilters());
        Object named = route.getMetadata().get(Rules.METADATA);
        if (named != null) {
            checkRule(where + ".metadata." + Rules.METADATA, named.toString(), named.toString(), "the name of a rule");
        }
    }

    private void check(String where, List<FilterDefinition> filters) {
        filters.stream()
                .filter(filter -> "Cache".equals(filter.getName()))
                .forEach(filter -> filter.getArgs().values().forEach(value -> check(where, value)));
    }

    private void check(String where, String value) {
        Optional<Duration> lifetime = RouteRule.of(value).ttl();
        if (lifetime.isPresent()) {
            Duration duration = lifetime.get();
            Require.that(
                    !duration.isNegative() && !duration.isZero(),
                    where,
                    "Cache=" + value,
                    "a lifetime is a duration of more than zero",
                    "Cache=30s");
        } else {
            checkRule(where, "Cache=" + value, value, "Cache=30s, or Cache= with the name of a rule");
        }
    }

    private void checkRule(String where, String written, String name, String instead) {
        Require.that(
                rules.named(name).isPresent(),
                where,
                written,
                "it is no duration, and there is no rule larder.rules." + name,
                instead);
        rules.use(name);
    }
}
