package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hits shortly before the end of the freshness of a response that lasts 60 seconds, of which the last six count. */
class RefreshAheadTest {

    private static final String[] MINUTE = {"Cache-Control", "max-age=60", "ETag", "\"1\""};

    private final ExchangeFixture fixture = new ExchangeFixture();

    RefreshAheadTest() {
        fixture.policy = CachePolicy.DEFAULT.withRefreshAhead(0.1);
        fixture.stored("old", MINUTE);
    }

    @Test
    void doesNotContactOriginBeforeRefreshWindow() {
        fixture.pass(Duration.ofSeconds(53));
        assertThat(fixture.begin("GET").content).hasToString("old");
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void servesHitAndValidatesOnceWithinRefreshWindow() {
        fixture.pass(Duration.ofSeconds(55));
        Client client = fixture.begin("GET");
        assertThat(client.content).hasToString("old");
        assertThat(client.field("Cache-Status")).isEqualTo("Larder; hit; ttl=5");
        assertThat(fixture.begin("GET").content).hasToString("old");
        assertThat(fixture.asked).hasSize(1);
        assertThat(fixture.last().head.fields().first("If-None-Match")).contains("\"1\"");
    }

    @Test
    void confirmedResponseIsFreshForWholeLifetimeAgain() {
        fixture.pass(Duration.ofSeconds(55));
        fixture.begin("GET");
        fixture.last().answer(304, "", MINUTE);
        fixture.pass(Duration.ofSeconds(50));
        assertThat(fixture.begin("GET").content).hasToString("old");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void servesNewResponseOnceItHasArrived() {
        fixture.pass(Duration.ofSeconds(55));
        fixture.begin("GET");
        fixture.last().answer(200, "new", MINUTE);
        assertThat(fixture.begin("GET").content).hasToString("new");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void keepsFreshResponseIfOriginFails() {
        fixture.pass(Duration.ofSeconds(55));
        fixture.begin("GET");
        fixture.last().answer(503, "unavailable", "Cache-Control", "max-age=60");
        Client client = fixture.begin("GET");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString("old");
        assertThat(fixture.asked).hasSize(1);
        fixture.pass(Duration.ofSeconds(6));
        Client stale = fixture.begin("GET");
        assertThat(stale.content).isEmpty();
        fixture.last().answer(503, "unavailable");
        assertThat(stale.status()).isEqualTo(503);
    }

    @Test
    void storesNothingThatWasFetchedBeforeAnInvalidation() {
        fixture.pass(Duration.ofSeconds(55));
        fixture.begin("GET");
        ManualCall ahead = fixture.last();
        fixture.invalidateEverything();
        ahead.answer(304, "", MINUTE);
        Client client = fixture.begin("GET");
        assertThat(fixture.last()).isNotSameAs(ahead);
        fixture.last().answer(200, "new", MINUTE);
        assertThat(client.content).hasToString("new");
    }

    @ParameterizedTest
    @CsvSource({
        "401, WWW-Authenticate, Basic",
        "200, Cache-Control, no-store",
        "200, Set-Cookie, a=b",
        "503, Cache-Control, max-age=60",
        "404, Vary, *"
    })
    void refreshesUnstorableResponseOnlyOncePerBackoffPeriod(int status, String name, String value) {
        fixture.policy = CachePolicy.DEFAULT.withRefreshAhead(0.5);
        fixture.pass(Duration.ofSeconds(40));
        hits(50, status, name, value);
        assertThat(fixture.asked).hasSize(1);
        fixture.pass(RefreshBackoff.RETENTION.minusNanos(1));
        hits(50, status, name, value);
        assertThat(fixture.asked).hasSize(1);
        fixture.pass(Duration.ofNanos(1));
        hits(50, status, name, value);
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void refreshesShortLivedResponseEveryTime() {
        String[] brief = {"Cache-Control", "max-age=2", "ETag", "\"1\""};
        fixture.policy = CachePolicy.DEFAULT.withRefreshAhead(0.5);
        fixture.begin("GET", "Cache-Control", "no-cache");
        fixture.last().answer(200, "old", brief);
        for (int i = 0; i < 5; i++) {
            fixture.asked.clear();
            fixture.pass(Duration.ofMillis(1500));
            assertThat(fixture.begin("GET").content).hasToString("old");
            fixture.last().answer(304, "", brief);
        }
    }

    @Test
    void requestWithNoStoreDoesNotTriggerRefresh() {
        fixture.pass(Duration.ofSeconds(55));
        assertThat(fixture.begin("GET", "Cache-Control", "no-store").content).hasToString("old");
        assertThat(fixture.asked).isEmpty();
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void refusedCredentialsDoNotPreventRefreshByOtherRequests() {
        fixture.pass(Duration.ofSeconds(55));
        fixture.begin("GET", "Cookie", "a=b");
        fixture.last().answer(401, "");
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void backgroundValidationBacksOffIfOriginFails() {
        fixture.policy = CachePolicy.DEFAULT;
        fixture.begin("GET", "Cache-Control", "no-cache");
        fixture.last().answer(200, "old", "Cache-Control", "max-age=1, stale-while-revalidate=60", "ETag", "\"1\"");
        fixture.asked.clear();
        fixture.pass(Duration.ofSeconds(2));
        hits(50, 503, "Retry-After", "1");
        assertThat(fixture.asked).hasSize(1);
    }

    /** Each is served what is stored, and answered at once if it contacts the origin. */
    private void hits(int count, int status, String name, String value) {
        for (int i = 0; i < count; i++) {
            int before = fixture.asked.size();
            assertThat(fixture.begin("GET").content).hasToString("old");
            if (fixture.asked.size() > before) {
                fixture.last().answer(status, "other", name, value);
            }
        }
    }

    @Test
    void headRequestDoesNotTriggerRefresh() {
        fixture.pass(Duration.ofSeconds(55));
        assertThat(fixture.begin("HEAD").status()).isEqualTo(200);
        assertThat(fixture.asked).isEmpty();
    }
}
