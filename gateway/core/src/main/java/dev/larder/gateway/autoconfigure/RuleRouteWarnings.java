package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.describe.TrustedProxyFields;
import dev.larder.gateway.rule.PathPatterns;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.StringUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Warns of rules that apply to no request of any route, of settings of filters that no route has, and of routes that precede {@code larder.origin}. A warning and no refusal, as
 * routes may come later, such as those of a registry. Each is told once.
 */
final class RuleRouteWarnings {

    /** Id of the route to {@code larder.origin}. */
    static final String ORIGIN_ROUTE = "larder-origin";

    private static final Logger log = LoggerFactory.getLogger(RuleRouteWarnings.class);
    private static final int MAX_IDS = 20;

    /** Filters of Larder and its extensions leave paths alone. */
    private static final String OF_LARDER = "dev.larder.";

    private static final String FACTORIES = "org.springframework.cloud.gateway.filter.factory.";

    /** What the names of the gateway's filters contain that change paths, by which rules are found. */
    private static final Pattern CHANGES_PATH = Pattern.compile("Path|Prefix|Uri|Url");

    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final ConfigurableEnvironment environment;

    RuleRouteWarnings(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** Called with all routes after each change of routes or rules. */
    void check(RuleSet rules, List<Route> routes) {
        Stream.of(unmatched(rules, routes), keyedByAddress(rules), beside(routes), unfiltered(routes))
                .flatMap(List::stream)
                .filter(told::add)
                .forEach(log::warn);
    }

    /** Returns a sentence for each rule that names a route or a path that there is not. */
    static List<String> unmatched(RuleSet rules, List<Route> routes) {
        Set<String> ids = routes.stream().map(Route::getId).collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = routes.stream()
                .map(route -> String.valueOf(route.getMetadata().get(RuleSnapshot.METADATA)))
                .collect(Collectors.toSet());
        List<String> sentences = new ArrayList<>();
        for (String name : new TreeSet<>(rules.names())) {
            RequestRule rule = rules.named(name).orElseThrow();
            rule.routes().stream()
                    .filter(id -> !ids.contains(id))
                    .sorted()
                    .forEach(id -> sentences.add("larder.rules." + name + ".routes names " + id
                            + ", but no route has this id. The routes are " + shown(ids) + '.'));
            if (!named.contains(name) && !rules.isNamedByFilter(name)) {
                rule.paths().stream()
                        .map(PathPattern::getPatternString)
                        .filter(path -> routes.stream().noneMatch(route -> mayForward(route, path)))
                        .forEach(path -> sentences.add("larder.rules." + name + ".paths has " + path
                                + ", but no route forwards such a path, so the rule applies to no request of it."));
            }
        }
        return sentences;
    }

    /** Returns a sentence for each field of a key to which the gateway adds an address that the key does not have. */
    private List<String> keyedByAddress(RuleSet rules) {
        if (!StringUtils.hasText(environment.getProperty(TrustedProxies.PROPERTY))) {
            return List.of();
        }
        return new TreeSet<>(rules.names())
                .stream()
                        .flatMap(
                                name -> rules.named(name).orElseThrow().key().fields().stream()
                                        .filter(TrustedProxyFields::containsClientAddress)
                                        .map(
                                                field -> "larder.rules." + name + ".key.headers names " + field
                                                        + ", but the key has only what trusted proxies send in it, and not their own address,"
                                                        + " which the gateway adds. Clients that are trusted proxies themselves share responses."))
                        .toList();
    }

    private static String shown(Set<String> ids) {
        return ids.isEmpty()
                ? "none"
                : ids.stream().limit(MAX_IDS).collect(Collectors.joining(", ")) + (ids.size() > MAX_IDS ? ", ..." : "");
    }

    /** Returns whether the route may forward requests whose path the pattern matches; in doubt, it may. */
    private static boolean mayForward(Route route, String pattern) {
        List<List<String>> paths = new ArrayList<>();
        route.getPredicate().accept(predicate -> {
            if (predicate.getConfig() instanceof PathRoutePredicateFactory.Config config) {
                paths.add(config.getPatterns());
            }
        });
        boolean changed = route.getFilters().stream().anyMatch(RuleRouteWarnings::mayChangePath);
        boolean operators = route.getPredicate().toString().matches("(?s).*[|!].*");
        return changed
                || operators
                || paths.isEmpty()
                || paths.stream()
                        .allMatch(patterns -> patterns.stream().anyMatch(path -> PathPatterns.mayMeet(path, pattern)));
    }

    private List<String> unfiltered(List<Route> routes) {
        Set<String> filters = routes.stream()
                .flatMap(route -> route.getFilters().stream())
                .map(filter -> itself(filter).getClass().getSimpleName())
                .collect(Collectors.toSet());
        return ExtensionJars.withoutFilter(environment, SettingMetadata.known(), filters);
    }

    private static GatewayFilter itself(GatewayFilter filter) {
        return filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
    }

    private static boolean mayChangePath(GatewayFilter filter) {
        String name = itself(filter).getClass().getName();
        return !name.startsWith(OF_LARDER)
                && !(name.startsWith(FACTORIES) && !CHANGES_PATH.matcher(name).find());
    }

    /** Returns a sentence if requests reach {@code larder.origin} only where no other route matches. */
    private static List<String> beside(List<Route> routes) {
        List<String> others = routes.stream()
                .map(Route::getId)
                .filter(id -> !id.equals(ORIGIN_ROUTE))
                .toList();
        return others.isEmpty() || others.size() == routes.size()
                ? List.of()
                : List.of("larder.origin gets only requests that none of the other routes matches: "
                        + shown(new TreeSet<>(others)) + ". Leave larder.origin out if they are all there is.");
    }
}
