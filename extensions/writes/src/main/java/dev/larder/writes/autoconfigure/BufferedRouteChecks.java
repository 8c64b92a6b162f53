package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.writes.intake.BufferedWriteHandler;
import dev.larder.writes.intake.BufferedWritesGatewayFilterFactory;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;

/** Rejects routes on which the filter {@code BufferedWrites} cannot work, at startup; the gateway itself would accept them. */
final class BufferedRouteChecks {

    private static final String PREFIX = GatewayProperties.PREFIX;
    private static final String BUFFERED = BufferedWritesGatewayFilterFactory.NAME;

    private final RuleSet rules;
    private final BufferedWriteHandler writes;
    private final List<FilterDefinition> ofAll;

    private BufferedRouteChecks(RuleSet rules, BufferedWriteHandler writes, List<FilterDefinition> ofAll) {
        this.rules = rules;
        this.writes = writes;
        this.ofAll = ofAll;
    }

    static void check(GatewayProperties properties, RuleSet rules, BufferedWriteHandler writes) {
        var routes = new BufferedRouteChecks(rules, writes, properties.getDefaultFilters());
        routes.check(PREFIX + ".default-filters", properties.getDefaultFilters());
        properties.getRoutes().forEach(routes::check);
    }

    private void check(RouteDefinition route) {
        String where = PREFIX + ".routes (" + route.getId() + ")";
        check(where, route.getFilters());
        List<FilterDefinition> filters =
                Stream.concat(ofAll.stream(), route.getFilters().stream()).toList();
        checkBoth(where, filters);
        checkOrigin(where, route.getUri(), filters);
    }

    private void check(String where, List<FilterDefinition> filters) {
        called(BUFFERED, filters).forEach(filter -> checkRule(where, filter));
    }

    private static Stream<FilterDefinition> called(String name, List<FilterDefinition> filters) {
        return filters.stream().filter(filter -> name.equals(filter.getName()));
    }

    /** If a route has several, the last one applies. */
    private static Optional<FilterDefinition> buffered(List<FilterDefinition> filters) {
        return called(BUFFERED, filters).reduce((before, last) -> last);
    }

    private void checkRule(String where, FilterDefinition filter) {
        String written = written(filter);
        String name = argument(filter);
        PropertyChecks.that(
                !name.isBlank(),
                where,
                written,
                "it names no rule, which would say how writes are buffered",
                "BufferedWrites=orders, with larder.rules.orders.buffer.bulk=/bulk/{path}");
        PropertyChecks.that(
                rules.named(name).isPresent(),
                where,
                written,
                "there is no rule larder.rules." + name,
                buffer(name) + " beside it");
        PropertyChecks.that(
                writes.isBuffered(name),
                where,
                written,
                "the rule larder.rules." + name + " has no buffer, so it buffers nothing",
                buffer(name) + " beside it, or WriteInvalidation in its place");
        rules.use(name);
    }

    /** A route has one rule, and the cache filter buffers writes itself, so the other filter is redundant. */
    private static void checkBoth(String where, List<FilterDefinition> filters) {
        buffered(filters)
                .filter(buffered -> called(CacheGatewayFilterFactory.NAME, filters)
                        .findAny()
                        .isPresent())
                .ifPresent(buffered -> {
                    throw new InvalidPropertyException(
                            where,
                            written(buffered),
                            "the route has the filter Cache too, which buffers what its own rule says",
                            "Cache=" + argument(buffered) + " in the place of both");
                });
    }

    /** Deliveries bypass the filters of the route, including its load balancer. */
    private void checkOrigin(String where, @Nullable URI uri, List<FilterDefinition> filters) {
        if (uri == null) {
            return;
        }
        buffered(filters).ifPresent(filter -> {
            String name = argument(filter);
            PropertyChecks.that(
                    rules.named(name)
                            .flatMap(writes::buffering)
                            .filter(there -> !there.canDeliverDirectly(uri.getScheme()))
                            .isEmpty(),
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
}
