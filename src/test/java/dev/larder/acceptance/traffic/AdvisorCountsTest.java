package dev.larder.acceptance.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Crowd;
import dev.larder.acceptance.kit.Gate;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.insight.advisor.Advisor;
import dev.larder.insight.advisor.AdvisorReport;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.Variants;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** To the advisor a request is what a client has asked: with whomever it shares an answer, and whatever follows from it. */
class AdvisorCountsTest {

    private static final int MOST_REQUESTS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TestClock clock = new TestClock();

    private Gateway gateway(ScriptedOrigin origin) {
        return Gateway.inJvm()
                .origin(origin)
                .clock(clock)
                .property("larder.advisor.enabled", true)
                .start();
    }

    private static AdvisorReport report(Gateway gateway) {
        return gateway.context().getBean(Advisor.class).report();
    }

    /** So many, or more; the last of them may be told of when its client has been answered. */
    private static double requests(Gateway gateway, double least) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        double told = report(gateway).sample().requests();
        while (told < least && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            told = report(gateway).sample().requests();
        }
        return told;
    }

    private static Response get(Gateway gateway, String path) {
        try (var client = gateway.connect()) {
            return client.request("GET", path).read();
        }
    }

    @Test
    void whoWaitsForAnothersRequestIsCounted() {
        var gate = new Gate();
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .on(
                                "/one",
                                Script.ok("one", "Cache-Control", "max-age=60").before(gate));
                Gateway gateway = gateway(origin)) {
            Crowd<Response> crowd = Crowd.start(20, i -> get(gateway, "/one"));
            gate.awaitArrival();
            gate.release();
            assertThat(crowd.results()).allMatch(response -> response.content().equals("one"));
            assertThat(origin.count("/one")).isEqualTo(1);
            assertThat(requests(gateway, 20)).isEqualTo(20);
        }
    }

    @Test
    void whoHasLookedUpInVainWhatAnotherHasStoredBeforeTheOriginIsAskedIsCounted() {
        try (ScriptedOrigin origin =
                        ScriptedOrigin.start().on("/one", Script.ok("one", "Cache-Control", "max-age=60"));
                Gateway gateway = Gateway.inJvm()
                        .origin(origin)
                        .property("larder.advisor.enabled", true)
                        .with(HeldStore.class)
                        .start()) {
            Gate gate = gateway.context().getBean(HeldStore.class).gate;
            CompletableFuture<Response> late = Crowd.one(() -> get(gateway, "/one"));
            gate.awaitArrival();
            get(gateway, "/one");
            gate.release();
            assertThat(Crowd.join(late).content()).isEqualTo("one");
            assertThat(origin.count("/one")).isEqualTo(1);
            assertThat(requests(gateway, 2)).isEqualTo(2);
        }
    }

    /** A store whose first look-up, which finds nothing, takes until the gate is open. */
    static class HeldStore {

        private final Gate gate = new Gate();
        private final AtomicBoolean asked = new AtomicBoolean();

        @Bean
        CacheStore<Variants> larderStore() {
            CacheStore<Variants> store =
                    new CaffeineStore<>(1 << 20, LarderClock.system()::steady, RemovalListener.none());
            return (CacheStore<Variants>) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {CacheStore.class}, (proxy, method, arguments) -> {
                        Object result = method.invoke(store, arguments);
                        return method.getName().equals("get") && asked.compareAndSet(false, true)
                                ? ((CompletionStage<?>) result).thenApplyAsync(found -> {
                                    gate.pass();
                                    return found;
                                })
                                : result;
                    });
        }
    }

    @Test
    void aValidationInTheBackgroundIsNot() {
        String lifetime = "max-age=10, stale-while-revalidate=100";
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .inTurn(
                                "/one",
                                Script.ok("one", "Cache-Control", lifetime),
                                Script.ok("two", "Cache-Control", lifetime));
                Gateway gateway = gateway(origin)) {
            get(gateway, "/one");
            clock.advance(Duration.ofSeconds(20));
            int requests = 1;
            String content = "";
            while (!content.equals("two")) {
                assertThat(requests).isLessThan(MOST_REQUESTS);
                content = get(gateway, "/one").content();
                requests++;
            }
            assertThat(report(gateway).sample().requests()).isEqualTo(requests);
        }
    }
}
