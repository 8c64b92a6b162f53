package dev.larder.acceptance.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each miss is counted under the cause that a model knows, and under no other, before its client has the answer; {@code
 * -Dlarder.misses.seed} repeats a run, {@code -Dlarder.misses.requests} says how long it is.
 */
class MissCauseCountsTest {

    private static final int POOLS = 4;
    private static final int NUMBERS = 6;
    /** Each of them has to come up: where chance is slow to bring one, more requests are sent. */
    private static final Set<String> ALL =
            Set.of("cold", "capacity", "expired", "invalidated", "variant", "not-cacheable", "request");

    private static final ResourceBehavior[] KINDS = ResourceBehavior.values();

    private final TestClock clock = new TestClock();
    private final MissModel model = new MissModel();
    private final Map<String, Double> causes = new TreeMap<>();
    private final Map<String, Double> results = new TreeMap<>();
    private double bytes;

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"lru", "caffeine", "gdsf-refusing"})
    void countsEveryMissUnderCausePredictedByModel(String store) {
        long seed = Long.getLong("larder.misses.seed", System.nanoTime());
        int requests = Integer.getInteger("larder.misses.requests", 1_500);
        System.out.println("larder.misses.seed=" + seed);
        var random = new Random(seed);
        clock.advance(Duration.between(
                clock.wall(), clock.wall().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
        try (ScriptedOrigin origin = ScriptedOrigin.start().otherwise(this::answer);
                GatewayFixture gateway = gateway(store, origin);
                RawClient client = gateway.connect()) {
            var registry = gateway.context().getBean(MeterRegistry.class);
            for (int i = 0; i < requests || (!causes.keySet().containsAll(ALL) && i < 10 * requests); i++) {
                String asked = step(random, client);
                assertThat(counted(registry, "larder.misses", "cause"))
                        .as("request %s of seed %s: %s", i, seed, asked)
                        .isEqualTo(causes);
            }
            assertThat(counted(registry, "larder.requests", "result")).isEqualTo(results);
            assertThat(counted(registry, "larder.bytes", "route")).containsOnly(Map.entry("larder-origin", bytes));
            assertThat(causes.keySet()).as("seed %s", seed).containsAll(ALL);
            assertThat(unkept(registry)).as("had to make room").isPositive();
        }
    }

    private GatewayFixture gateway(String store, ScriptedOrigin origin) {
        return GatewayFixture.inJvm()
                .origin(origin)
                .clock(clock)
                .property("larder.store.type", store)
                .property("larder.store.max-size", "90KB")
                .property("larder.store.max-object-size", "16KB")
                .property("larder.store.stale-retention", "4s")
                .start();
    }

    private ResponseScript answer(ReceivedRequest request) {
        return request.method().equals("POST")
                ? ResponseScript.status(204)
                : PooledResource.of(request.path())
                        .kind()
                        .answer(
                                request,
                                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                        clock.wall().atOffset(ZoneOffset.UTC)));
    }

    /** One request; the model is told of it. */
    private String step(Random random, RawClient client) {
        if (random.nextInt(12) == 0) {
            clock.advance(Duration.ofSeconds(1 + random.nextInt(4)));
        }
        int pool = random.nextInt(POOLS);
        if (random.nextInt(40) == 0) {
            return write(client, pool);
        }
        int number = Math.min(random.nextInt(NUMBERS), random.nextInt(NUMBERS));
        var resource = new PooledResource(pool, KINDS[random.nextInt(KINDS.length)], number);
        boolean head = resource.kind() == ResourceBehavior.PLAIN && random.nextInt(8) == 0;
        return read(client, resource, head ? "HEAD" : "GET", fields(random, resource));
    }

    private static String[] fields(Random random, PooledResource resource) {
        if (resource.kind() == ResourceBehavior.PLAIN && random.nextInt(10) == 0) {
            return new String[] {"Cache-Control", "no-cache"};
        }
        return new String[] {"Accept-Language", random.nextBoolean() ? "de" : "en"};
    }

    private String write(RawClient client, int pool) {
        ReceivedResponse answer = client.request("POST", "/p" + pool + "/write", "Content-Length", "0")
                .read("POST");
        model.written(pool);
        results.merge(MissModel.result(answer.cacheStatus()), 1.0, Double::sum);
        return "POST " + pool + ": " + answer.cacheStatus();
    }

    private String read(RawClient client, PooledResource resource, String method, String... fields) {
        ReceivedResponse answer =
                client.request(method, resource.path(), fields).read(method);
        Optional<String> cause = model.read(resource, String.join(" ", fields), answer.cacheStatus(), clock.steady());
        cause.ifPresent(known -> causes.merge(known, 1.0, Double::sum));
        results.merge(MissModel.result(answer.cacheStatus()), 1.0, Double::sum);
        bytes += answer.content().length();
        return method + " " + resource.path() + ": " + answer.cacheStatus() + ", for the model " + cause;
    }

    /** What meters of a name have counted, by a tag. */
    private static Map<String, Double> counted(MeterRegistry registry, String name, String tag) {
        Map<String, Double> counts = new TreeMap<>();
        registry.find(name).counters().forEach(counter -> {
            if (counter.count() > 0) {
                counts.merge(String.valueOf(counter.getId().getTag(tag)), counter.count(), Double::sum);
            }
        });
        return counts;
    }

    /** How many responses had to make room, or were not let in. */
    private static double unkept(MeterRegistry registry) {
        double evicted = registry.get("larder.evictions")
                .tag("cause", "evicted")
                .functionCounter()
                .count();
        return evicted + counted(registry, "larder.store.refused", "store").getOrDefault("default", 0.0);
    }
}
