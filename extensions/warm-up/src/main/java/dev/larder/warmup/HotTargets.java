package dev.larder.warmup;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.route.Route;

/**
 * What other gateways may request to have the hottest entries of this one: entries that every client shares, of routes that
 * forward the path that clients send. Keys name the forwarded target, so the clients' path on other routes is not known.
 */
public final class HotTargets {

    /** Targets that are listed. */
    static final int MOST = 10_000;

    /** Names of the gateway's filters that change the target. */
    private static final Set<String> REWRITING =
            Set.of("StripPrefix", "PrefixPath", "RewritePath", "SetPath", "RequestParameter", "SetRequestUri");

    private final Supplier<Optional<StoreContents>> contents;
    private final Supplier<List<Route>> routes;

    /**
     * The targets, as in a list of targets: URLs, or paths of entries whose key has no host.
     *
     * @param targets the entries that are evicted last, the last one first
     */
    public record Report(List<String> targets) {

        public Report {
            targets = List.copyOf(targets);
        }
    }

    /**
     * Creates a list.
     *
     * @param contents returns what is stored; empty if the store does not tell
     * @param routes returns the routes of now; may block
     */
    public HotTargets(Supplier<Optional<StoreContents>> contents, Supplier<List<Route>> routes) {
        this.contents = contents;
        this.routes = routes;
    }

    /** Returns the targets of now. */
    public Report report() {
        Set<String> transparent = routes.get().stream()
                .filter(route -> route.getFilters().stream().noneMatch(HotTargets::isRewriting))
                .map(Route::getId)
                .collect(Collectors.toSet());
        List<CacheKey> hottest =
                contents.get().map(stored -> stored.hottest(MOST)).orElse(List.of());
        return new Report(hottest.stream()
                .filter(CacheKeys::isPlain)
                .flatMap(key -> CacheKeys.named(key).stream())
                .filter(named -> named.method().equals("GET") && transparent.contains(named.route()))
                .map(HotTargets::target)
                .distinct()
                .toList());
    }

    private static boolean isRewriting(GatewayFilter filter) {
        GatewayFilter itself = filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
        String name = itself.getClass().getName();
        return REWRITING.stream().anyMatch(name::contains);
    }

    private static String target(CacheKeys.KeyComponents named) {
        URI uri = named.target();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String target = uri.getRawQuery() == null ? path : path + '?' + uri.getRawQuery();
        return named.authority().isEmpty() ? target : "http://" + named.authority() + target;
    }
}
