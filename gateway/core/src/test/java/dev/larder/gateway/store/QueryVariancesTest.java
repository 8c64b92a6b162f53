package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** draft-ietf-httpbis-no-vary-search-06 section 6: equivalent queries have one key, and only responses that say so are under it. */
class QueryVariancesTest {

    private static final HeaderFields UTM = HeaderFields.of("No-Vary-Search", "params=(\"utm\")");

    private final QueryVariances variances = new QueryVariances();

    @Test
    void equivalentQueriesShareKeyOnceNoVarySearchIsReceived() {
        assertThat(lookup("http://o/a?utm=1")).isEqualTo(key("http://o/a?utm=1"));
        CacheKey stored = store("http://o/a?b=1&utm=1", UTM);
        assertThat(lookup("http://o/a?utm=2&b=1")).isEqualTo(stored);
        assertThat(lookup("http://o/a?b=2")).isNotEqualTo(stored);
        assertThat(lookup("http://o/b?b=1")).isEqualTo(key("http://o/b?b=1"));
        assertThat(lookup("http://p/a?b=1")).isEqualTo(key("http://p/a?b=1"));
    }

    @Test
    void sharedKeyStillDistinguishesUserAndRoute() {
        store("http://o/a?utm=1", UTM);
        URI target = URI.create("http://o/a?utm=2");
        CacheKey ann = variances.lookupKey(CacheKeys.of("GET", "h", target, "", "r", List.of("user ann")), target);
        CacheKey ben = variances.lookupKey(CacheKeys.of("GET", "h", target, "", "r", List.of("user ben")), target);
        assertThat(ann).isNotEqualTo(ben).isNotEqualTo(lookup("http://o/a?utm=2"));
        CacheKey otherRoute = CacheKeys.of("GET", "h", target, "", "s", List.of());
        assertThat(variances.lookupKey(otherRoute, target)).isEqualTo(otherRoute);
    }

    @Test
    void responseWithoutNoVarySearchIsStoredUnderItsExactQuery() {
        store("http://o/a?utm=1", UTM);
        assertThat(store("http://o/a?utm=plain", HeaderFields.EMPTY)).isEqualTo(key("http://o/a?utm=plain"));
        assertThat(lookup("http://o/a?utm=plain")).isEqualTo(key("http://o/a?utm=plain"));
        CacheKey shared = lookup("http://o/a?utm=2");
        assertThat(shared).isNotEqualTo(key("http://o/a?utm=2"));
        assertThat(store("http://o/a?utm=plain", UTM)).isEqualTo(shared);
        assertThat(lookup("http://o/a?utm=plain")).isEqualTo(shared);
    }

    @Test
    void sharedKeyPermitsOnlyResponsesWithSameNoVarySearch() {
        CacheKey shared = store("http://o/a?utm=1", UTM);
        assertThat(CacheKeys.mayUse(shared, response(UTM))).isTrue();
        assertThat(CacheKeys.mayUse(shared, response(HeaderFields.EMPTY))).isFalse();
        assertThat(CacheKeys.mayUse(shared, response(HeaderFields.of("No-Vary-Search", "params"))))
                .isFalse();
        assertThat(CacheKeys.mayUse(key("http://o/a"), response(HeaderFields.EMPTY)))
                .isTrue();
        assertThat(CacheKeys.mayUse(key("http://o/a"), response(UTM))).isTrue();
    }

    @Test
    void sharedKeyNamesTargetWithReducedQuery() {
        CacheKey shared = store("http://o/a?b=%C3%B6+x&utm=1", UTM);
        assertThat(CacheKeys.named(shared).orElseThrow().target()).isEqualTo(URI.create("http://o/a?b=%C3%B6+x"));
        assertThat(CacheKeys.reducedQuery(shared, Optional.of("utm=7&b=%c3%b6%20x")))
                .contains("b=%C3%B6+x");
        assertThat(CacheKeys.reducedQuery(shared, Optional.of("utm=7"))).isEmpty();
        assertThat(CacheKeys.reducedQuery(key("http://o/a"), Optional.of("utm=7")))
                .contains("utm=7");
    }

    @Test
    void numberOfRememberedVariancesIsBounded() {
        for (int i = 0; i < 50_000; i++) {
            store("http://o/" + i + "?utm=1", UTM);
        }
        long remembered = java.util.stream.IntStream.range(0, 50_000)
                .filter(i -> !lookup("http://o/" + i + "?x=1").equals(key("http://o/" + i + "?x=1")))
                .count();
        assertThat(remembered).isBetween(1L, 20_000L);
    }

    private CacheKey lookup(String target) {
        return variances.lookupKey(key(target), URI.create(target));
    }

    private CacheKey store(String target, HeaderFields response) {
        return variances.storeKey(lookup(target), URI.create(target), response);
    }

    private static CacheKey key(String target) {
        return CacheKeys.of("GET", "h", URI.create(target), "", "r", List.of());
    }

    private static ResponseVariants response(HeaderFields fields) {
        return ResponseVariants.of(StoredResponse.restore(
                new ResponseHead(200, fields),
                Map.of(),
                HeapBody.of(List.of(), 0),
                Instant.EPOCH,
                Duration.ZERO,
                Duration.ofSeconds(60)));
    }
}
