package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.describe.CacheKeyFactory;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.rule.NamedTarget;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.store.LookupResult;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.ResponseVariants;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import reactor.core.publisher.Mono;

/**
 * The routes with a cache. A response stored by one route never answers a request on another, but a write on any route
 * invalidates it, so a write must know all of them.
 */
public final class CachedRoutes {

    private static final Logger log = LoggerFactory.getLogger(CachedRoutes.class);

    private final ResponseStore store;
    private volatile List<Cached> routes = List.of();
    private Set<String> meetings = Set.of();

    /** A cached route. */
    private record Cached(Route route, CacheFilterArguments rule) {}

    /** Creates an empty set of routes, whose responses are in this store. */
    public CachedRoutes(ResponseStore store) {
        this.store = store;
    }

    /** Replaces the routes. */
    public synchronized void refresh(Collection<Route> now) {
        List<Cached> cached = new ArrayList<>();
        now.forEach(route -> RuledFilter.ofCache(route).ifPresent(rule -> cached.add(new Cached(route, rule))));
        routes = List.copyOf(cached);
        Set<String> meeting = meetings(cached);
        meeting.stream().filter(pair -> !meetings.contains(pair)).forEach(log::warn);
        meetings = meeting;
    }

    /** Returns the cache groups of what is stored for the target of a write by any route (RFC 9875 2.2). */
    public Mono<Set<CacheTag>> groups(Described target) {
        Mono<Set<CacheTag>> groups = Mono.just(Set.of());
        for (CacheKey key : keys(target)) {
            Mono<LookupResult> stored = store.find(
                    store.variances().lookupKey(key, target.head().target()), () -> EpochStamp.of(0, Set.of()));
            groups = groups.flatMap(known -> stored.map(found -> withGroups(known, found)));
        }
        return groups;
    }

    private static Set<CacheTag> withGroups(Set<CacheTag> known, LookupResult found) {
        Set<CacheTag> groups = new HashSet<>(known);
        found.variants()
                .map(ResponseVariants::responses)
                .orElse(List.of())
                .forEach(response ->
                        groups.addAll(OriginTags.groups(response.head().fields())));
        return groups;
    }

    /** Returns the keys under which any route may have stored a GET for this target, as far as the request determines them. */
    private Set<CacheKey> keys(Described write) {
        Set<CacheKey> keys = new HashSet<>(Set.of(write.key()));
        URI target = write.head().target();
        RuleSnapshot rules = write.resourceTags().rules();
        for (Cached each : routes) {
            Optional<RequestRule> ofRoute = rules.ofRoute(
                    each.rule().rule(), each.route().getId(), each.route().getMetadata());
            RequestRule rule = ResourceTags.of(rules, new NamedTarget("GET", target), ofRoute)
                    .rule();
            keys.add(CacheKeyFactory.onRoute(each.route().getId(), write.exchange(), target, rule));
        }
        return keys;
    }

    /** Returns a sentence for each pair of routes to the same origin with overlapping paths. */
    private static Set<String> meetings(List<Cached> cached) {
        Set<String> meetings = new TreeSet<>();
        for (int i = 0; i < cached.size(); i++) {
            for (int j = i + 1; j < cached.size(); j++) {
                Route one = cached.get(i).route();
                Route other = cached.get(j).route();
                if (one.getUri().equals(other.getUri()) && hasOverlap(paths(one), paths(other))) {
                    meetings.add("The cached routes " + one.getId() + " and " + other.getId()
                            + " forward to the same origin, and their paths overlap. Each keeps responses of its own."
                            + " If they tell clients apart, check that their order is the one you mean.");
                }
            }
        }
        return meetings;
    }

    private static boolean hasOverlap(Set<String> some, Set<String> others) {
        return some.stream()
                .anyMatch(one -> others.stream().anyMatch(other -> one.startsWith(other) || other.startsWith(one)));
    }

    /** Returns the fixed prefixes of the route's paths; the empty prefix if it has no path predicate. */
    private static Set<String> paths(Route route) {
        Set<String> paths = new HashSet<>();
        route.getPredicate().accept(predicate -> {
            if (predicate.getConfig() instanceof PathRoutePredicateFactory.Config config) {
                config.getPatterns().forEach(pattern -> paths.add(fixed(pattern)));
            }
        });
        return paths.isEmpty() ? Set.of("") : paths;
    }

    private static String fixed(String pattern) {
        return pattern.split("[{*?]", 2)[0].toLowerCase(Locale.ROOT);
    }
}
