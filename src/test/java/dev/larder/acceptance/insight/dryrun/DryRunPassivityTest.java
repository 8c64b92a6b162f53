package dev.larder.acceptance.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where a rule only watches, the cache keeps its hands off, and elsewhere it does not. */
@Tag("extensions")
class DryRunPassivityTest {

    @TempDir
    static Path folder;

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .clock(CLOCK)
            .property("larder.writes.path", folder.resolve("writes"))
            .property("larder.rules.watched.paths", "/watched/**")
            .property("larder.rules.watched.dry-run", true)
            .property("larder.rules.watched.coupled-pools", "live")
            .property("larder.rules.watched.buffer.flush-interval", "1h")
            .property("larder.rules.live.paths", "/live/**")
            .property("larder.rules.live.ttl", "10m"));

    private final String name = UniquePath.next();
    private final String watched = "/watched" + name;
    private final String live = "/live" + name;

    @Test
    void dryRunRuleForwardsEveryRequest() {
        STAGE.origin().on(watched, fresh("content"));
        for (int i = 0; i < 3; i++) {
            ReceivedResponse response = STAGE.get(watched);
            assertThat(response.fields().has("Cache-Status")).isFalse();
            assertThat(response.fields().has("Age")).isFalse();
            assertThat(response.fields().has("Date")).isFalse();
        }
        assertThat(STAGE.origin().count(watched)).isEqualTo(3);
    }

    @Test
    void rulesNotInDryRunStillCache() {
        STAGE.origin().on(live, fresh("content"));
        STAGE.get(live);
        assertThat(STAGE.get(live).hit()).isTrue();
    }

    @Test
    void dryRunDoesNotCollapseRequests() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(watched, fresh("content").before(gate));
        try (RawClient one = STAGE.gateway().connect().request("GET", watched);
                RawClient other = STAGE.gateway().connect().request("GET", watched)) {
            STAGE.origin().await(watched, 2);
            gate.release();
            assertThat(one.read().content()).isEqualTo(other.read().content());
        }
    }

    @Test
    void dryRunForwardsOnlyIfCachedRequest() {
        STAGE.origin().on(watched, fresh("content"));
        assertThat(STAGE.get(watched, "Cache-Control", "only-if-cached").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /a<b, 400",
        "GET, /a?x=%zz, 400",
        "GET, //a, 400",
        "GET, /a/../b, 400",
        "GET, /a%00, 400",
        "TRACE, /a, 405"
    })
    void dryRunStillRejectsInvalidRequests(String method, String rest, int status) {
        try (RawClient client =
                STAGE.gateway().connect().request(method, rest.startsWith("//") ? rest : watched + rest)) {
            assertThat(client.read().status()).isEqualTo(status);
        }
    }

    @Test
    void dryRunDoesNotBufferWrite() {
        STAGE.origin().on(watched, ResponseScript.status(201, "Location", watched + "/1"));
        assertThat(STAGE.gateway().send("POST", watched, "{}").status()).isEqualTo(201);
        assertThat(STAGE.origin().count(watched)).isEqualTo(1);
    }

    @Test
    void writeUnderDryRunInvalidatesEntriesOfOtherRoutes() {
        STAGE.origin().on(watched, ResponseScript.status(204));
        STAGE.origin().inTurn(live, fresh("before"), fresh("after"));
        STAGE.get(live);
        assertThat(STAGE.get(live).hit()).isTrue();
        STAGE.gateway().ask("PUT", watched);
        assertThat(STAGE.get(live).content()).isEqualTo("after");
    }

    @Test
    void doesNotCountInvalidatedResponseAsWrongHit() {
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(watched, request -> {
            if (request.method().equals("PUT")) {
                version.incrementAndGet();
                return ResponseScript.status(204);
            }
            return fresh("version " + version);
        });
        JsonNode before = total();
        for (int i = 0; i < 10; i++) {
            STAGE.get(watched);
            STAGE.get(watched);
            STAGE.gateway().ask("PUT", watched);
        }
        JsonNode after = total();
        assertThat(grown(before, after, "hits")).isEqualTo(10);
        assertThat(grown(before, after, "wrong")).isZero();
    }

    @Test
    void countsUnnoticedChangeAsWrongHitsUntilLifetimeEnds() {
        STAGE.origin().inTurn(watched, fresh("old"), fresh("new"));
        JsonNode before = total();
        STAGE.get(watched);
        STAGE.get(watched);
        STAGE.get(watched);
        CLOCK.advance(Duration.ofMinutes(11));
        STAGE.get(watched);
        STAGE.get(watched);
        JsonNode after = total();
        assertThat(grown(before, after, "hits")).isEqualTo(3);
        assertThat(grown(before, after, "wrong")).isEqualTo(2);
    }

    @Test
    void passesOnTruncatedResponseAndCountsNoHit() {
        JsonNode before = total();
        STAGE.origin()
                .inTurn(
                        watched,
                        ResponseScript.ok("content that is cut", "Cache-Control", "max-age=600")
                                .cutAt(80, TransferEnd.FIN),
                        fresh("content"));
        assertThat(STAGE.get(watched).whole()).isFalse();
        // The gateway itself says so in its log, as it does without Larder.
        STAGE.gateway().disregardLog();
        assertThat(STAGE.get(watched).content()).isEqualTo("content");
        assertThat(grown(before, total(), "hits")).isZero();
    }

    @Test
    void learnsLifetimesFromRevalidations() {
        String path = "/live/ttl" + name;
        AtomicInteger asked = new AtomicInteger();
        STAGE.origin()
                .on(
                        path,
                        request ->
                                request.fields().get("If-None-Match").equals("\"1\"") && asked.incrementAndGet() < 100
                                        ? ResponseScript.status(304, "ETag", "\"1\"")
                                        : ResponseScript.ok("body", "ETag", "\"1\"", "Cache-Control", "max-age=60"));
        for (int i = 0; i < 60; i++) {
            STAGE.get(path);
            CLOCK.advance(Duration.ofMinutes(2));
        }
        JsonNode report = JsonMapper.shared()
                .readTree(OperatorClient.of(STAGE.gateway()).lookAtLifetimes().content());
        assertThat(report.get("lives")
                        .valueStream()
                        .filter(life -> life.get("rule").stringValue().equals("live")))
                .singleElement()
                .satisfies(life -> {
                    assertThat(life.get("seen").intValue()).isGreaterThanOrEqualTo(59);
                    assertThat(life.get("yaml").stringValue()).contains("ttl: ", "ttl-overrides: true");
                });
    }

    @Test
    void ignoresChangesByWritesWhenLearningLifetimes() {
        String path = "/written" + name;
        AtomicInteger version = new AtomicInteger();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("PUT")
                                ? ResponseScript.status(204)
                                : ResponseScript.ok(
                                        "version " + version.incrementAndGet(), "Cache-Control", "max-age=600"));
        for (int i = 0; i < 60; i++) {
            STAGE.get(path);
            assertThat(STAGE.gateway().send("PUT", path, "{}").status()).isEqualTo(204);
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(120);
        JsonNode report = JsonMapper.shared()
                .readTree(OperatorClient.of(STAGE.gateway()).lookAtLifetimes().content());
        assertThat(report.get("lives")
                        .valueStream()
                        .filter(life -> life.get("pool").stringValue().equals("written")))
                .isEmpty();
    }

    private static long grown(JsonNode before, JsonNode after, String count) {
        return after.get(count).longValue() - before.get(count).longValue();
    }

    private static JsonNode total() {
        return JsonMapper.shared()
                .readTree(OperatorClient.of(STAGE.gateway()).lookAtDryRun().content())
                .get("total");
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=600");
    }
}
