package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.SegmentGlobs;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No response escapes the writes to what its content names. */
class ContentPoolExchangeTest {

    private static final String ORDER = "{\"c\":{\"id\":17}}";
    private static final String[] JSON = {"Cache-Control", "max-age=60", "Content-Type", "application/json"};

    private final ExchangeFixture fixture = new ExchangeFixture();

    @BeforeEach
    void ordersNameCustomers() {
        RequestRule plain = fixture.rule;
        fixture.rule = new RequestRule(
                plain.name(),
                plain.paths(),
                plain.routes(),
                new InvalidationSettings(
                        Optional.empty(),
                        InvalidationScope.COLLECTION,
                        Set.of(),
                        SegmentGlobs.NONE,
                        new ContentPools(List.of(
                                ContentPools.Template.parse("customer-{/c/id}").orElseThrow()))),
                plain.policy(),
                plain.key(),
                plain.handling(),
                "");
    }

    @Test
    void responseFetchedBeforeWriteToItsPoolIsNotStored() {
        fixture.begin("GET");
        writeToCustomer();
        fixture.last().answer(200, ORDER, JSON);
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void waitingRequestDoesNotGetResponseFetchedBeforeWrite() {
        fixture.begin("GET");
        writeToCustomer();
        var waiting = fixture.begin("GET");
        fixture.last().answer(200, ORDER, JSON);
        assertThat(waiting.head).isNull();
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void responseToWriteOvertakenByPoolWriteIsNotStored() {
        fixture.beginWrite(null);
        writeToCustomer();
        fixture.last().answer(200, ORDER, JSON[0], JSON[1], JSON[2], JSON[3], "Content-Location", "/a/1");
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void partialResponseIsNotServedAfterWriteToItsPool() {
        fixture.begin("GET", "Range", "bytes=5-13");
        fixture.last()
                .answer(
                        206,
                        ORDER.substring(5, 14),
                        JSON[0],
                        JSON[1],
                        JSON[2],
                        JSON[3],
                        "Content-Range",
                        "bytes 5-13/15",
                        "ETag",
                        "\"1\"");
        writeToCustomer();
        fixture.begin("GET", "Range", "bytes=5-13");
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void variedKeyKeepsStoreAndRevision() {
        CacheKey exact = CacheKeys.of(
                "GET",
                "host",
                URI.create("http://origin/a?x=1&utm=2"),
                "rule",
                "route",
                List.of(CacheKeys.STORE + "big", CacheKeys.REVISION + "abc"));
        CacheKey varied = CacheKeys.withVariance(exact, "params=(\"utm\")", "x=1");
        assertThat(CacheKeys.hasStore(varied, CacheKeys.STORE + "big")).isTrue();
        assertThat(CacheKeys.revision(varied)).isEqualTo("abc");
        assertThat(CacheKeys.isPlain(varied)).isTrue();
    }

    private void writeToCustomer() {
        FencedWrite write = fixture.invalidator
                .begin(Set.of(CacheTags.pool("customer-17")))
                .toCompletableFuture()
                .join();
        write.happened(Set.of()).toCompletableFuture().join();
        write.end().toCompletableFuture().join();
    }
}
