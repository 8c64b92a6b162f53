package dev.larder.acceptance.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.insight.advisor.AdvisorReport;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.ResponseVariants;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** To the advisor a request is what a client has asked: with whomever it shares an answer, and whatever follows from it. */
class AdvisorCountsTest {

    private static final int MAX_REQUESTS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TestClock clock = new TestClock();

    private GatewayFixture gateway(ScriptedOrigin origin) {
        return GatewayFixture.inJvm()
                .origin(origin)
                .clock(clock)
                .property("larder.advisor.enabled", true)
                .start();
    }

    private static AdvisorReport report(GatewayFixture gateway) {
        return gateway.context().getBean(StoreAdvisor.class).report();
    }

    /** So many, or more; the last of them may be told of when its client has been answered. */
    private static double requests(GatewayFixture gateway, double least) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        double told = report(gateway).sample().requests();
        while (told < least && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            told = report(gateway).sample().requests();
        }
        return told;
    }

    private static ReceivedResponse get(GatewayFixture gateway, String path) {
        try (var client = gateway.connect()) {
            return client.request("GET", path).read();
        }
    }

    @Test
    void countsRequestsThatShareOneFetch() {
        var gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .on(
                                "/one",
                                ResponseScript.ok("one", "Cache-Control", "max-age=60")
                                        .before(gate));
                GatewayFixture gateway = gateway(origin)) {
            ConcurrentClients<ReceivedResponse> clients = ConcurrentClients.start(20, i -> get(gateway, "/one"));
            gate.awaitArrival();
            gate.release();
            assertThat(clients.results())
                    .allMatch(response -> response.content().equals("one"));
            assertThat(origin.count("/one")).isEqualTo(1);
            assertThat(requests(gateway, 20)).isEqualTo(20);
        }
    }

    @Test
    void countsMissThatFindsResponseStoredMeanwhile() {
        try (ScriptedOrigin origin =
                        ScriptedOrigin.start().on("/one", ResponseScript.ok("one", "Cache-Control", "max-age=60"));
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.advisor.enabled", true)
                        .with(HeldStore.class)
                        .start()) {
            OriginLatch gate = gateway.context().getBean(HeldStore.class).gate;
            CompletableFuture<ReceivedResponse> late = ConcurrentClients.one(() -> get(gateway, "/one"));
            gate.awaitArrival();
            get(gateway, "/one");
            gate.release();
            assertThat(ConcurrentClients.join(late).content()).isEqualTo("one");
            assertThat(origin.count("/one")).isEqualTo(1);
            assertThat(requests(gateway, 2)).isEqualTo(2);
        }
    }

    /** A store whose first look-up, which finds nothing, takes until the gate is open. */
    static class HeldStore {

        private final OriginLatch gate = new OriginLatch();
        private final AtomicBoolean asked = new AtomicBoolean();

        @Bean
        CacheStore<ResponseVariants> larderStore() {
            CacheStore<ResponseVariants> store =
                    new CaffeineStore<>(1 << 20, LarderClock.system()::steady, RemovalListener.none());
            return (CacheStore<ResponseVariants>) Proxy.newProxyInstance(
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
    void doesNotCountBackgroundRevalidation() {
        String lifetime = "max-age=10, stale-while-revalidate=100";
        try (ScriptedOrigin origin = ScriptedOrigin.start()
                        .inTurn(
                                "/one",
                                ResponseScript.ok("one", "Cache-Control", lifetime),
                                ResponseScript.ok("two", "Cache-Control", lifetime));
                GatewayFixture gateway = gateway(origin)) {
            get(gateway, "/one");
            clock.advance(Duration.ofSeconds(20));
            int requests = 1;
            String content = "";
            while (!content.equals("two")) {
                assertThat(requests).isLessThan(MAX_REQUESTS);
                content = get(gateway, "/one").content();
                requests++;
            }
            assertThat(report(gateway).sample().requests()).isEqualTo(requests);
        }
    }
}
