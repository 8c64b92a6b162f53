package dev.larder.acceptance.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has got an answer finds it counted. */
class MetersTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(gateway -> gateway);

    private static final String CACHED = "Cache-Control";
    private static final String MINUTE = "max-age=60";

    private final String path = UniquePath.next();

    @Test
    void countsOriginDisconnectAsErrorAndMiss() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.FIN));
        double errors = count("larder.requests", "result", "error");
        double cold = count("larder.misses", "cause", "cold");

        assertThat(STAGE.get(path).status()).isEqualTo(502);

        assertThat(count("larder.requests", "result", "error")).isEqualTo(errors + 1);
        assertThat(count("larder.misses", "cause", "cold")).isEqualTo(cold + 1);
    }

    @Test
    void countsOnlyIfCachedMissAsRefused() {
        STAGE.gateway().expect(504);
        double refused = count("larder.requests", "result", "refused");
        double asked = count("larder.misses", "cause", "request");

        assertThat(STAGE.get(path, CACHED, "only-if-cached").status()).isEqualTo(504);

        assertThat(count("larder.requests", "result", "refused")).isEqualTo(refused + 1);
        assertThat(count("larder.misses", "cause", "request")).isEqualTo(asked + 1);
    }

    @Test
    void countsBytesOfContentOfUnknownLength() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, CACHED, "no-store")
                                .part("some")
                                .part(" content")
                                .chunked());
        double bytes = count("larder.bytes", "result", "miss");
        double notStored = count("larder.not.stored", "reason", "response-no-store");

        ReceivedResponse answer = STAGE.get(path);

        assertThat(count("larder.bytes", "result", "miss"))
                .isEqualTo(bytes + answer.content().length());
        assertThat(count("larder.not.stored", "reason", "response-no-store")).isEqualTo(notStored + 1);
    }

    @Test
    void timesEveryRequestAndEveryFetch() {
        STAGE.origin().on(path, ResponseScript.ok("content", CACHED, MINUTE));
        double requests = count("larder.requests", "result", "hit");
        double timed = count("larder.latency", "result", "hit");
        double fetched = count("larder.origin", "route", "larder-origin");

        for (int i = 0; i < 5; i++) {
            STAGE.get(path);
        }

        assertThat(count("larder.requests", "result", "hit")).isEqualTo(requests + 4);
        assertThat(count("larder.latency", "result", "hit")).isEqualTo(timed + 4);
        assertThat(count("larder.origin", "route", "larder-origin")).isEqualTo(fetched + 1);
    }

    @Test
    void countsWriteAsPassedOnAndAsInvalidation() {
        STAGE.origin().on(path, request -> ResponseScript.ok("content", CACHED, MINUTE));
        STAGE.get(path);
        double passed = count("larder.requests", "result", "pass");
        double writes = count("larder.invalidations", "kind", "write");

        STAGE.gateway().send("PUT", path, "content");

        assertThat(count("larder.requests", "result", "pass")).isEqualTo(passed + 1);
        assertThat(count("larder.invalidations", "kind", "write")).isEqualTo(writes + 1);
        assertThat(count("larder.invalidations.tags", "kind", "write")).isPositive();
    }

    @Test
    void measuresEntriesAndBytesOfStore() {
        STAGE.origin().on(path, ResponseScript.ok("content", CACHED, MINUTE));
        double entries = count("larder.store.entries", "store", "default");
        double bytes = count("larder.store.bytes", "store", "default");

        STAGE.get(path);

        assertThat(count("larder.store.entries", "store", "default")).isEqualTo(entries + 1);
        assertThat(count("larder.store.bytes", "store", "default")).isGreaterThan(bytes);
    }

    @Test
    void storeHasMetersOfSpringCache() {
        STAGE.origin().on(path, ResponseScript.ok("content", CACHED, MINUTE));
        double hits = count("cache.gets", "result", "hit");
        double misses = count("cache.gets", "result", "miss");
        double puts = count("cache.puts", "name", "default");

        STAGE.get(path);
        STAGE.get(path);

        assertThat(count("cache.gets", "result", "hit")).isEqualTo(hits + 1);
        assertThat(count("cache.gets", "result", "miss")).isEqualTo(misses + 1);
        assertThat(count("cache.puts", "name", "default")).isEqualTo(puts + 1);
    }

    /** Filters that repeat cancel also what is complete: nobody has left then. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    void countsHitsAndMissesOfRouteWithRetryFilter(String forward) {
        String route = "spring.cloud.gateway.server.webflux.routes[0].";
        try (ScriptedOrigin origin =
                        ScriptedOrigin.start().otherwise(request -> ResponseScript.ok("content", CACHED, MINUTE));
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .property("larder.forward", forward)
                        .property(route + "id", "retried")
                        .property(route + "uri", origin.uri())
                        .property(route + "predicates[0]", "Path=/**")
                        .property(route + "filters[0]", "Retry=2")
                        .property(route + "filters[1]", "Cache")
                        .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get(path).content()).isEqualTo("content");
            }
            var registry = gateway.context().getBean(MeterRegistry.class);
            assertThat(count(registry, "larder.requests", "result", "left")).isZero();
            assertThat(count(registry, "larder.requests", "result", "miss")).isEqualTo(1);
            assertThat(count(registry, "larder.requests", "result", "hit")).isEqualTo(2);
        }
    }

    /** What meters of a name have counted, or show, where a tag has a value. */
    private static double count(String name, String tag, String value) {
        return count(STAGE.gateway().context().getBean(MeterRegistry.class), name, tag, value);
    }

    private static double count(MeterRegistry registry, String name, String tag, String value) {
        return registry.find(name).tag(tag, value).meters().stream()
                .mapToDouble(MetersTest::count)
                .sum();
    }

    private static double count(Meter meter) {
        return StreamSupport.stream(meter.measure().spliterator(), false)
                .filter(measured ->
                        measured.getStatistic() == Statistic.COUNT || measured.getStatistic() == Statistic.VALUE)
                .mapToDouble(measured -> measured.getValue())
                .sum();
    }
}
