package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a stale response may be served, and when not (RFC 9111 4.2.4, RFC 5861), as the clock moves on. */
class StaleResponseTest {

    private static final String TIMEOUT = "spring.cloud.gateway.server.webflux.httpclient.response-timeout";
    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.clock(CLOCK).property(TIMEOUT, "8s"));

    private final String path = UniquePath.next();

    @Test
    void responseBecomesStaleAfterMaxAge() {
        store("max-age=60");
        CLOCK.advance(Duration.ofSeconds(59));
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.field("Age")).isEqualTo("59");
        CLOCK.advance(Duration.ofSeconds(2));
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    @Test
    @Tag("hardening-T")
    void wallClockStepBackDoesNotMakeStaleResponseFresh() {
        store("max-age=60");
        CLOCK.advance(Duration.ofSeconds(61));
        CLOCK.stepWall(Duration.ofHours(-1));
        ReceivedResponse response = STAGE.get(path);
        CLOCK.stepWall(Duration.ofHours(1));
        assertThat(response.content()).isEqualTo("new");
    }

    @Test
    @Tag("hardening-T")
    void correctionOfFastWallClockDoesNotProlongFreshness() {
        CLOCK.stepWall(Duration.ofHours(1));
        try {
            store("max-age=60");
        } finally {
            CLOCK.stepWall(Duration.ofHours(-1));
        }
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    @Test
    @Tag("hardening-F8")
    void staleIsServedWhileTheOriginIsDown() {
        store("max-age=10");
        CLOCK.advance(Duration.ofSeconds(60));
        ReceivedResponse response = getWhileDown();
        assertThat(response.content()).isEqualTo("old");
        assertThat(response.field("Age")).isEqualTo("60");
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"must-revalidate", "proxy-revalidate", "s-maxage=10", "no-cache"})
    @Tag("hardening-F4")
    void doesNotServeStaleResponseWhenOriginForbidsIt(String directive) {
        STAGE.gateway().expect(502, 504);
        store("max-age=10, " + directive);
        CLOCK.advance(Duration.ofSeconds(60));
        assertThat(getWhileDown().status()).isIn(502, 504);
    }

    @Test
    @Tag("hardening-F4")
    void doesNotServeInvalidatedResponseWhileOriginIsDown() {
        STAGE.gateway().expect(502, 504);
        store("max-age=10, stale-if-error=100");
        STAGE.gateway().send("POST", path, "change");
        assertThat(getWhileDown().status()).isIn(502, 504);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIN", "RESET"})
    void staleIsServedWhenTheOriginClosesTheConnection(TransferEnd how) {
        store("max-age=10");
        CLOCK.advance(Duration.ofSeconds(60));
        STAGE.origin().on(path, ResponseScript.hangUp(how));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void staleIfErrorReplacesServerErrorUntilItsLimit(int status) {
        store("max-age=10, stale-if-error=100");
        STAGE.origin().on(path, ResponseScript.status(status).part("broken"));
        CLOCK.advance(Duration.ofSeconds(60));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        CLOCK.advance(Duration.ofSeconds(100));
        STAGE.gateway().expect(status);
        assertThat(STAGE.get(path).status()).isEqualTo(status);
    }

    @Test
    @Tag("hardening-F8")
    void passesOnServerErrorWithoutStaleIfError() {
        STAGE.gateway().expect(503);
        store("max-age=10");
        STAGE.origin().on(path, ResponseScript.status(503));
        CLOCK.advance(Duration.ofSeconds(60));
        assertThat(STAGE.get(path).status()).isEqualTo(503);
    }

    @Tag("thorough")
    @Test
    @Tag("hardening-F4")
    void staleIfErrorServesStaleResponseOnTimeout() {
        OriginLatch gate = new OriginLatch();
        store("max-age=10, stale-if-error=100");
        STAGE.origin().on(path, ResponseScript.ok("late").before(gate));
        CLOCK.advance(Duration.ofSeconds(60));
        ReceivedResponse response = STAGE.get(path);
        gate.release();
        assertThat(response.content()).isEqualTo("old");
    }

    @Test
    void staleWhileRevalidateAnswersAtOnceAndRefreshesInBackground() {
        OriginLatch gate = new OriginLatch();
        store("max-age=10, stale-while-revalidate=100");
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("new", "Cache-Control", "max-age=60").before(gate));
        CLOCK.advance(Duration.ofSeconds(60));
        assertThat(STAGE.get(path, "X-Tenant", "blue").content()).isEqualTo("old");
        gate.awaitArrival();
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        assertThat(STAGE.origin().await(path, 2).get(1).fields().get("X-Tenant"))
                .isEqualTo("blue");
        gate.release();
        assertThat(firstContentThatIsNot("old")).isEqualTo("new");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    @Tag("hardening-F5")
    void concurrentRequestsForStaleResponseShareOneRevalidation() {
        store("max-age=10");
        CLOCK.advance(Duration.ofSeconds(11));
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                                .latency(Duration.ofMillis(500)));
        ConcurrentClients<ReceivedResponse> clients = ConcurrentClients.start(50, i -> STAGE.get(path));
        assertThat(clients.results()).allMatch(response -> response.content().equals("old"));
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    /** What such a request brings is for its client alone: the others would have to ask again. */
    @Test
    @Tag("hardening-F6")
    void concurrentRequestsDoNotJoinFetchOfNoStoreRequest() {
        store("max-age=10");
        CLOCK.advance(Duration.ofSeconds(11));
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("new", "Cache-Control", "max-age=60").before(gate));
        try (RawClient own = STAGE.gateway().connect().request("GET", path, "Cache-Control", "no-store")) {
            gate.awaitArrival();
            ConcurrentClients<ReceivedResponse> clients = ConcurrentClients.start(5, i -> STAGE.get(path));
            STAGE.awaitReading();
            STAGE.awaitReading();
            gate.release();
            assertThat(own.read().content()).isEqualTo("new");
            assertThat(clients.results())
                    .allMatch(response -> response.content().equals("new"));
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(3);
    }

    @Test
    void onlyIfCachedIsAnsweredFromStoreOrWithGatewayTimeout() {
        STAGE.gateway().expect(504);
        store("max-age=60");
        assertThat(STAGE.get(path, "Cache-Control", "only-if-cached").content()).isEqualTo("old");
        ReceivedResponse unknown = STAGE.get(path + "x", "Cache-Control", "only-if-cached");
        assertThat(unknown.status()).isEqualTo(504);
        assertThat(STAGE.origin().count(path + "x")).isZero();
    }

    private void store(String cacheControl) {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", cacheControl, "ETag", "\"1\""));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        STAGE.origin().on(path, ResponseScript.ok("new", "Cache-Control", "max-age=60"));
    }

    private ReceivedResponse getWhileDown() {
        STAGE.origin().down();
        try {
            return STAGE.get(path);
        } finally {
            STAGE.origin().up();
        }
    }

    private String firstContentThatIsNot(String before) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        String content = before;
        while (content.equals(before) && System.nanoTime() < end) {
            content = STAGE.get(path).content();
        }
        return content;
    }
}
