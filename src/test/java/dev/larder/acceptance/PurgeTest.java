package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What operators purge and see through the actuator endpoint {@code larder}. */
class PurgeTest {

    private static final String HOST = "a.test";
    private static final String WRITE_ENABLED = "larder.actuate.write-enabled";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder ->
            OperatorClient.admitted(builder).property(WRITE_ENABLED, true).with(OverheardBus.class));

    private final String path = UniquePath.next();
    private final String pool = path.split("/")[1];

    @Test
    void rejectsPurgeUnlessEnabledAndNamesProperty() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .start()) {
            origin.on(path, fresh("old"));
            gateway.get(path);
            int mark = gateway.log().mark();

            ReceivedResponse refusal = OperatorClient.of(gateway).tell("{\"purge\":\"everything\"}");

            assertThat(refusal.status()).isEqualTo(403);
            assertThat(refusal.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refusal.content()).contains(WRITE_ENABLED + "=true", "\"status\":403");
            assertThat(gateway.log().since(mark))
                    .anyMatch(
                            line -> line.contains("purge kind=everything argument=- refused: Purging is not enabled."));
            assertThat(gateway.get(path).hit()).isTrue();
            assertThat(OperatorClient.of(gateway).look("").status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("hardening-A1")
    void dataPortDoesNotExposeActuatorEndpoint() {
        STAGE.origin().on("/actuator/larder", fresh("the origin's own"));
        assertThat(STAGE.get("/actuator/larder").content()).isEqualTo("the origin's own");
    }

    @ParameterizedTest
    @CsvSource({
        "url, http://a.test{path}?page=2, 1, false, true",
        "tag, tag-{pool}, 2, true, true",
        "pool, {pool}, 2, true, true",
        "prefix, /{pool}, 2, true, true",
        "pattern, /{pool}/*, 2, true, true"
    })
    void purgesExactlyTheSelectedEntries(
            String kind, String value, int entries, boolean itself, boolean itsSecondPage) {
        String other = UniquePath.next();
        store(path, path + "?page=2", other);

        ReceivedResponse answer =
                operator().purge(kind, value.replace("{path}", path).replace("{pool}", pool));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.content()).contains("\"purge\":\"" + kind + "\"", "\"entries\":" + entries);
        assertThat(get(path).hit()).isEqualTo(!itself);
        assertThat(get(path + "?page=2").hit()).isEqualTo(!itsSecondPage);
        assertThat(get(other).hit()).isTrue();
    }

    @Test
    void purgeOfEverythingEmptiesStore() {
        String other = UniquePath.next();
        store(path, other);
        assertThat(operator().tell("{\"purge\":\"everything\"}").status()).isEqualTo(200);
        assertThat(operator().look("").content()).contains("\"count\":0");
        assertThat(get(path).hit()).isFalse();
        assertThat(get(other).hit()).isFalse();
    }

    @Test
    void doesNotRevalidatePurgedResponse() {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60", "ETag", "\"1\""));
        get(path);
        operator().purge("pool", pool);
        get(path);
        assertThat(STAGE.origin().received(path))
                .hasSize(2)
                .allMatch(request -> request.fields().get("If-None-Match").isEmpty());
    }

    @Test
    @Tag("hardening-I4")
    void servesSoftlyPurgedResponseStaleWhileRefreshing() {
        OriginLatch gate = new OriginLatch();
        store(path);
        STAGE.origin().on(path, fresh("new").before(gate));

        ReceivedResponse answer =
                operator().tell("{\"purge\":\"url\",\"value\":\"http://a.test" + path + "\",\"soft\":true}");

        assertThat(answer.content()).contains("\"entries\":1", "\"soft\":true");
        assertThat(get(path).content()).isEqualTo("old");
        gate.awaitArrival();
        assertThat(get(path).hit()).isTrue();
        gate.release();
        assertThat(firstContentThatIsNot("old")).isEqualTo("new");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    @Tag("hardening-I1")
    @Tag("hardening-P11")
    void doesNotStoreResponseBeingFetchedDuringPurge(String soft) {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, fresh("old").before(gate));
        CompletableFuture<ReceivedResponse> before = ConcurrentClients.one(() -> get(path));
        gate.awaitArrival();

        operator().tell("{\"purge\":\"prefix\",\"value\":\"/" + pool + "\",\"soft\":" + soft + "}");

        STAGE.origin().on(path, fresh("new"));
        assertThat(get(path).content()).isEqualTo("new");
        gate.release();
        assertThat(ConcurrentClients.join(before).content()).isEqualTo("old");
        assertThat(get(path).content()).isEqualTo("new");
        assertThat(get(path).hit()).isTrue();
    }

    /** Hits go on for a while, so that a refresh that came back and was stored would be seen. */
    @Test
    @Tag("hardening-I4")
    void doesNotStoreBackgroundRefreshRunningDuringPurge() {
        OriginLatch gate = new OriginLatch();
        store(path);
        STAGE.origin().on(path, fresh("before the purge").before(gate));
        String url = "\"value\":\"http://a.test" + path + "\"";
        operator().tell("{\"purge\":\"url\"," + url + ",\"soft\":true}");
        assertThat(get(path).content()).isEqualTo("old");
        gate.awaitArrival();

        operator().tell("{\"purge\":\"url\"," + url + "}");

        STAGE.origin().on(path, fresh("new"));
        assertThat(get(path).content()).isEqualTo("new");
        gate.release();
        for (int i = 0; i < 200; i++) {
            ReceivedResponse answer = get(path);
            assertThat(answer.hit()).isTrue();
            assertThat(answer.content()).isEqualTo("new");
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"purge\":\"url\",\"value\":\"/users\"} | absolute",
                "{\"purge\":\"url\",\"value\":\"http://a b/\"} | malformed",
                "{\"purge\":\"all\"} | url, tag, pool, prefix, pattern, everything",
                "{\"value\":\"/users\"} | url, tag, pool, prefix, pattern, everything",
                "{\"purge\":\"pattern\",\"value\":\"/users/{id\"} | malformed",
                "{\"purge\":\"prefix\"} | no value",
                "{\"purge\":\"everything\",\"value\":\"/users\"} | no value",
                "{\"purge\":\"prefix\",\"value\":\"/\",\"soft\":\"maybe\"} | true nor false"
            })
    @Tag("hardening-A4")
    @Tag("hardening-X13")
    void rejectsInvalidPurgeAndStatesReason(String json, String says) {
        store(path);
        ReceivedResponse answer = operator().tell(json);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.content()).contains(says, "\"status\":400");
        assertThat(get(path).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"purge\":{}}"})
    void rejectsPurgeWithMalformedJson(String content) {
        assertThat(operator().tell(content).status()).isEqualTo(400);
    }

    @Test
    @Tag("hardening-A7")
    void writesEachPurgeToAuditLog() {
        int mark = STAGE.gateway().log().mark();
        store(path);
        operator().purge("prefix", "/" + pool);
        operator().purge("tag", "a b\\nc\\u2028\\u00e4");

        assertThat(STAGE.gateway().log().since(mark))
                .anyMatch(line -> line.contains("INFO dev.larder.gateway.audit : purge kind=prefix argument=/" + pool
                        + " mode=hard entries=1 failed=0 by=-"))
                .anyMatch(line -> line.contains("kind=tag argument=\"a b?c??\" mode=hard entries=0 failed=0 by=-"));
    }

    @Test
    @Tag("hardening-A7")
    void writesRejectedPurgeToAuditLog() {
        int mark = STAGE.gateway().log().mark();
        operator().tell("{\"purge\":\"a\\nb\",\"value\":\"/c d\"}");
        operator().tell("{\"purge\":\"prefix\",\"value\":\"/\",\"soft\":\"maybe\"}");

        assertThat(STAGE.gateway().log().since(mark))
                .anyMatch(
                        line -> line.contains(
                                "WARN dev.larder.gateway.audit : purge kind=a?b argument=\"/c d\" refused: The kind of the purge is missing or unknown"))
                .anyMatch(line -> line.contains("purge kind=prefix argument=/ refused: The value of soft"));
    }

    @Test
    void showsStoredEntryAndReuseVerdictForUrl() {
        store(path);

        ReceivedResponse shown = operator().look("/key?url=http://a.test" + path);

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.content())
                .contains("\"pool\":\"" + pool + "\"", "\"reason\":\"hit\"", "Served from the store: fresh for another")
                .containsPattern("\"pool\":\"[^{]*\"standing\":\"usable\",\"plainGet\":")
                .containsPattern("\"bytes\":\\d+,\"freshnessLifetimeSeconds\":\\d+,")
                .doesNotContain("old");
        assertThat(operator().look("").content()).contains("\"name\":\"" + pool + "\"", "\"live\":1", "\"maxWeight\":");
    }

    @ParameterizedTest
    @CsvSource({
        "/key?url=http://a.test/nowhere, 404",
        "/key, 400",
        "/key?url=/nowhere, 400",
        "/other?url=http://a.test/, 404"
    })
    void answersUnknownOrInvalidInspectionWithProblem(String below, int status) {
        ReceivedResponse answer = operator().look(below);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    @Tag("hardening-A6")
    void runsPurgeOffEventLoop() {
        OverheardBus.THREADS.clear();
        operator().purge("pool", pool);
        assertThat(OverheardBus.THREADS).isNotEmpty().allMatch(thread -> thread.startsWith("boundedElastic-"));
    }

    @Test
    @Tag("extensions")
    void showsAuditReport() {
        ReceivedResponse shown = operator().look("/audit");
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.content()).contains("\"routes\"").contains("\"advice\"");
    }

    private static OperatorClient operator() {
        return OperatorClient.of(STAGE.gateway());
    }

    private void store(String... targets) {
        for (String target : targets) {
            String bare = target.split("\\?")[0];
            STAGE.origin()
                    .on(
                            bare,
                            ResponseScript.ok(
                                    "old",
                                    "Cache-Control",
                                    "max-age=60",
                                    "Surrogate-Key",
                                    "tag-" + bare.split("/")[1]));
            get(target);
            assertThat(get(target).hit()).isTrue();
        }
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }

    private static ReceivedResponse get(String target) {
        return STAGE.get(target, "Host", HOST);
    }

    private String firstContentThatIsNot(String before) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        String content = before;
        while (content.equals(before) && System.nanoTime() < end) {
            content = get(path).content();
        }
        return content;
    }

    /** Notes on which threads invalidations are published. */
    @Configuration
    static class OverheardBus {

        static final Queue<String> THREADS = new ConcurrentLinkedQueue<>();

        @Bean
        InvalidationBus overheard() {
            var local = new LocalInvalidationBus();
            return new InvalidationBus() {
                @Override
                public CompletionStage<EpochChange> publish(InvalidationMessage message) {
                    THREADS.add(Thread.currentThread().getName());
                    return local.publish(message);
                }

                @Override
                public void join(InvalidationState state) {
                    local.join(state);
                }

                @Override
                public long stamp() {
                    return local.stamp();
                }
            };
        }
    }
}
