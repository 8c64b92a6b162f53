package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.BufferedWritesGatewayFilterFactory;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.RouteRule;
import dev.larder.gateway.route.Buffering;
import dev.larder.gateway.route.PathPatterns;
import dev.larder.gateway.route.Rules;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;

/**
 * Refuses {@code Cache} and {@code BufferedWrites} filters with a wrong argument, routes that name a rule that does not exist,
 * and routes whose {@code Path} no request could be compared with, at the start; the gateway itself would start without its
 * routes.
 */
final class RouteFilters {

    private static final String PREFIX = GatewayProperties.PREFIX;
    private static final String CACHE = CacheGatewayFilterFactory.NAME;
    private static final String BUFFERED = BufferedWritesGatewayFilterFactory.NAME;

    private final Rules rules;
    private final List<FilterDefinition> ofAll;

    private RouteFilters(Rules rules, List<FilterDefinition> ofAll) {
        this.rules = rules;
        this.ofAll = ofAll;
    }

    static void check(GatewayProperties properties, Rules rules) {
        var filters = new RouteFilters(rules, properties.getDefaultFilters());
        filters.check(PREFIX + ".default-filters", properties.getDefaultFilters());
        properties.getRoutes().forEach(filters::check);
    }

    private void check(RouteDefinition route) {
        String where = PREFIX + ".routes (" + route.getId() + ")";
        route.getPredicates().forEach(predicate -> checkPath(where, predicate));
        check(where, route.getFilters());
        List<FilterDefinition> filters =
                Stream.concat(ofAll.stream(), route.getFilters().stream()).toList();
        checkBoth(where, filters);
        checkOrigin(where, route.getUri(), filters);
        Object named = route.getMetadata().get(Rules.METADATA);
        if (named != null) {
            checkRule(where + ".metadata." + Rules.METADATA, named.toString(), named.toString(), "the name of a rule");
        }
    }

    private static void checkPath(String where, PredicateDefinition predicate) {
        if (!"Path".equals(predicate.getName())) {
            return;
        }
        for (String path : predicate.getArgs().values()) {
            PathPatterns.fault(path).ifPresent(why -> {
                throw new InvalidPropertyException(where, "Path=" + path, why, "Path=/users/{id}/**");
            });
        }
    }

    private void check(String where, List<FilterDefinition> filters) {
        called(CACHE, filters).forEach(filter -> filter.getArgs().values().forEach(value -> check(where, value)));
        called(BUFFERED, filters).forEach(filter -> checkBuffered(where, filter));
    }

    private static Stream<FilterDefinition> called(String name, List<FilterDefinition> filters) {
        return filters.stream().filter(filter -> name.equals(filter.getName()));
    }

    /** Of several in one route the last counts. */
    private static Optional<FilterDefinition> buffered(List<FilterDefinition> filters) {
        return called(BUFFERED, filters).reduce((before, last) -> last);
    }

    private void checkBuffered(String where, FilterDefinition filter) {
        String written = written(filter);
        String name = argument(filter);
        Require.that(
                !name.isBlank(),
                where,
                written,
                "it names no rule, which would say how writes are buffered",
                "BufferedWrites=orders, with larder.rules.orders.buffer.bulk=/bulk/{path}");
        Require.that(
                rules.named(name).isPresent(),
                where,
                written,
                "there is no rule larder.rules." + name,
                buffer(name) + " beside it");
        Require.that(
                rules.named(name).orElseThrow().handling().buffering().isPresent(),
                where,
                written,
                "the rule larder.rules." + name + " has no buffer, so it buffers nothing",
                buffer(name) + " beside it, or WriteInvalidation in its place");
        rules.use(name);
    }

    /** A route has one rule, and the cache does under it whatever the other filter would. */
    private static void checkBoth(String where, List<FilterDefinition> filters) {
        buffered(filters)
                .filter(buffered -> called(CACHE, filters).findAny().isPresent())
                .ifPresent(buffered -> {
                    throw new InvalidPropertyException(
                            where,
                            written(buffered),
                            "the route has the filter Cache too, which buffers what its own rule says",
                            "Cache=" + argument(buffered) + " in the place of both");
                });
    }

    /** Deliveries go past the filters of the route, and so past its load balancer. */
    private void checkOrigin(String where, @Nullable URI uri, List<FilterDefinition> filters) {
        if (uri == null) {
            return;
        }
        buffered(filters).ifPresent(filter -> {
            String name = argument(filter);
            Optional<Buffering> buffering =
                    rules.named(name).flatMap(rule -> rule.handling().buffering());
            Require.that(
                    buffering.filter(there -> !there.reaches(uri.getScheme())).isEmpty(),
                    where,
                    written(filter),
                    "deliveries cannot reach " + uri + ", which is neither http nor https",
                    "larder.rules." + name + ".buffer.bulk=http://orders:8080/bulk/{path} beside it");
        });
    }

    private static String buffer(String rule) {
        return "larder.rules." + rule + ".buffer.bulk=/bulk/{path}";
    }

    private static String written(FilterDefinition filter) {
        String value = argument(filter);
        return value.isBlank() ? BUFFERED : BUFFERED + '=' + value;
    }

    private static String argument(FilterDefinition filter) {
        return String.join(",", filter.getArgs().values());
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
