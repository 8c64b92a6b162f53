package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.StripPrefixGatewayFilterFactory;
import org.springframework.cloud.gateway.route.Route;

/** Which entries a gateway lists for the warm-up of others. */
class HotTargetsTest {

    private static final GatewayFilter STRIPPING =
            new StripPrefixGatewayFilterFactory().apply(config -> config.setParts(1));

    @Test
    void listsSharedEntriesAsClientsRequestThem() {
        assertThat(listed(
                        key("shop.example", "http://origin:8081/a?b=1", "plain"),
                        key("", "http://origin:8081", "plain")))
                .containsExactly("http://shop.example/a?b=1", "/");
    }

    @Test
    void leavesOutEntriesOfIndividualClients() {
        assertThat(listed(key("shop.example", "http://origin/a", "plain", "user alice")))
                .isEmpty();
    }

    @Test
    void leavesOutMethodsOtherThanGet() {
        CacheKey query = CacheKeys.of("QUERY", "shop.example", URI.create("http://origin/a"), "", "plain", List.of());
        assertThat(listed(query)).isEmpty();
    }

    @Test
    void leavesOutRoutesThatRewriteTargetsOrAreGone() {
        assertThat(listed(
                        key("shop.example", "http://origin/a", "stripping"),
                        key("shop.example", "http://origin/a", "ordered"),
                        key("shop.example", "http://origin/a", "gone")))
                .isEmpty();
    }

    private static List<String> listed(CacheKey... keys) {
        List<Route> routes = List.of(
                route("plain"),
                route("stripping", STRIPPING),
                route("ordered", new OrderedGatewayFilter(STRIPPING, 1)));
        return new HotTargets(() -> Optional.of(new Contents(List.of(keys))), () -> routes)
                .report()
                .targets();
    }

    @Test
    void listsEntriesOfRuleWithOwnStoreAndRevision() {
        List<Route> routes = List.of(route("r"));
        CacheKey ruled = key("a.test", "http://origin/a", "r", CacheKeys.STORE + "large", CacheKeys.REVISION + "1");
        CacheKey own = key("a.test", "http://origin/b", "r", CacheKeys.REVISION + "1", "field X-Tenant\nblue");
        assertThat(new HotTargets(() -> Optional.of(new Contents(List.of(ruled, own))), () -> routes)
                        .report()
                        .targets())
                .containsExactly("http://a.test/a");
    }

    private static CacheKey key(String authority, String target, String route, String... more) {
        return CacheKeys.of("GET", authority, URI.create(target), "", route, List.of(more));
    }

    private static Route route(String id, GatewayFilter... filters) {
        return Route.async()
                .id(id)
                .uri("http://origin")
                .predicate(exchange -> true)
                .filters(filters)
                .build();
    }

    private record Contents(List<CacheKey> hot) implements StoreContents {

        @Override
        public long count() {
            return hot.size();
        }

        @Override
        public long weight() {
            return hot.size();
        }

        @Override
        public long maxWeight() {
            return hot.size();
        }

        @Override
        public Optional<EpochStamp> stamp(CacheKey key) {
            return Optional.empty();
        }

        @Override
        public OptionalLong weight(CacheKey key) {
            return OptionalLong.empty();
        }

        @Override
        public Stream<CacheKey> keys() {
            return hot.stream();
        }

        @Override
        public List<CacheKey> hottest(int most) {
            return hot;
        }
    }
}
