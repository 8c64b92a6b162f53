package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.rule.Lifetime;
import dev.larder.gateway.rule.PathPatterns;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;

/**
 * Rejects at startup {@code Cache} filters with a wrong argument, filters of absent extensions, routes that name an unknown rule,
 * filter or predicate, and routes with an invalid {@code Path} pattern. The gateway itself would start without its routes, or end with a
 * stack trace.
 */
final class RouteFilterChecks {

    private static final String PREFIX = GatewayProperties.PREFIX;
    private static final String CACHE = CacheGatewayFilterFactory.NAME;

    private final RuleSet rules;
    private final Set<String> factories;

    private RouteFilterChecks(RuleSet rules, Set<String> factories) {
        this.rules = rules;
        this.factories = factories;
    }

    /**
     * Checks filters and routes.
     *
     * @param factories names of the available filters
     */
    static void check(GatewayProperties properties, RuleSet rules, Set<String> factories) {
        var filters = new RouteFilterChecks(rules, factories);
        filters.check(PREFIX + ".default-filters", properties.getDefaultFilters());
        properties.getRoutes().forEach(filters::check);
    }

    /**
     * Checks predicates.
     *
     * @param factories names of the available predicates; none where the gateway is switched off
     */
    static void checkPredicates(GatewayProperties properties, Set<String> factories) {
        for (RouteDefinition route : properties.getRoutes()) {
            for (PredicateDefinition predicate : route.getPredicates()) {
                String name = Objects.requireNonNullElse(predicate.getName(), "");
                PropertyChecks.that(
                        factories.isEmpty() || factories.contains(name),
                        where(route),
                        name,
                        "there is no predicate of this name",
                        nearest(name, factories));
            }
        }
    }

    private static String where(RouteDefinition route) {
        return PREFIX + ".routes (" + route.getId() + ")";
    }

    private static String nearest(String name, Set<String> factories) {
        return NearestNames.of(name, factories.stream()).collect(Collectors.joining(" or "));
    }

    private void check(RouteDefinition route) {
        String where = where(route);
        route.getPredicates().forEach(predicate -> checkPath(where, predicate));
        check(where, route.getFilters());
        Object named = route.getMetadata().get(RuleSnapshot.METADATA);
        if (named != null) {
            checkRule(
                    where + ".metadata." + RuleSnapshot.METADATA,
                    named.toString(),
                    named.toString(),
                    "the name of a rule");
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
        for (FilterDefinition filter : filters) {
            String name = Objects.requireNonNullElse(filter.getName(), "");
            if (name.equals(CACHE)) {
                filter.getArgs().values().forEach(value -> check(where, value));
            } else if (!factories.contains(name)) {
                ExtensionJars.ofFilter(name).ifPresent(jar -> {
                    throw new MissingExtensionException(where, name, jar);
                });
                throw new InvalidPropertyException(
                        where, name, "there is no filter of this name", nearest(name, factories));
            }
        }
    }

    private void check(String where, String value) {
        Optional<Duration> lifetime = CacheFilterArguments.of(value).ttl();
        if (lifetime.isPresent()) {
            Lifetime.fault(value, lifetime.get()).ifPresent(why -> {
                throw new InvalidPropertyException(where, "Cache=" + value, why, "Cache=" + Lifetime.instead(value));
            });
        } else {
            checkRule(where, "Cache=" + value, value, "Cache=30s, or Cache= with the name of a rule");
        }
    }

    private void checkRule(String where, String written, String name, String instead) {
        PropertyChecks.that(
                rules.named(name).isPresent(),
                where,
                written,
                "it is no duration, and there is no rule larder.rules." + name,
                instead);
        rules.use(name);
    }
}
