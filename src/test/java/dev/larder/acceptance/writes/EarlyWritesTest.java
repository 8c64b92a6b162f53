package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Field;
import dev.larder.acceptance.kit.Response;
import dev.larder.gateway.hitpath.HitPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;

/** Writes that are taken in before a route is looked for, beside a gateway that looks for a route each time. */
class EarlyWritesTest {

    private static final int WRITES = 300;
    private static final List<String> CONTENTS =
            List.of("{\"a\":1}", "[1,2]", "{\"a\":", "", "{\"text\":\"" + "x".repeat(2_000) + "\"}");
    private static final List<String> TYPES = List.of("application/json", "text/plain");

    @TempDir
    private static Path folder;

    private static Buffering early;
    private static Buffering routed;

    @BeforeAll
    static void start() {
        early = start("early", "auto");
        routed = start("routed", "gateway");
    }

    private static Buffering start(String name, String level) {
        return Buffering.start(
                folder.resolve(name),
                "larder.hit-path",
                level,
                "larder.rules.items.buffer.content-types",
                "application/json",
                "larder.rules.items.buffer.max-size",
                "2000B",
                "larder.rules.items.buffer.max-items",
                "80");
    }

    /** Nothing is left of the one before. */
    @BeforeEach
    void flush() {
        for (Buffering each : List.of(early, routed)) {
            each.operator.order("flush", "");
            each.forget();
        }
    }

    @AfterAll
    static void stop() {
        early.close();
        routed.close();
    }

    private static long taken(Buffering gateway) {
        return gateway.gateway.context().getBean(HitPath.class).report().writes();
    }

    /** A request as often with fields that decide something as without. */
    private static String[] fields(Random random) {
        return Stream.of(
                        List.of("Content-Type", TYPES.get(random.nextInt(8) == 0 ? 1 : 0)),
                        random.nextInt(3) == 0
                                ? List.of("Idempotency-Key", "\"key" + random.nextInt(20) + "\"")
                                : List.<String>of(),
                        random.nextInt(3) == 0 ? List.of("Prefer", "respond-async") : List.<String>of(),
                        random.nextInt(3) == 0 ? List.of("X-Forwarded-Host", "elsewhere") : List.<String>of())
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** All that a client sees, but for what cannot be the same. */
    private static String seen(Response response) {
        List<String> fields = response.fields().list().stream()
                .filter(field -> !field.name().equalsIgnoreCase("Date"))
                .map(EarlyWritesTest::line)
                .sorted()
                .toList();
        return response.status() + " " + fields + " " + response.content();
    }

    private static String line(Field field) {
        String value = field.value().replaceAll("(/larder/writes/).*", "$1ID").replaceAll("key=\"?[^;]*", "key");
        return field.name().toLowerCase(Locale.ROOT) + ": " + value;
    }

    @Test
    void a_client_cannot_tell_whether_a_route_was_looked_for() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        early.gateway.expect(503);
        routed.gateway.expect(503);
        for (int i = 0; i < WRITES; i++) {
            String content = CONTENTS.get(random.nextInt(CONTENTS.size()));
            String[] fields = fields(random);
            assertThat(seen(early.post(content, fields)))
                    .as("write %d", i)
                    .isEqualTo(seen(routed.post(content, fields)));
        }
        early.operator.order("flush", "");
        routed.operator.order("flush", "");
        assertThat(early.batches()).isEqualTo(routed.batches()).isNotEmpty();
        assertThat(taken(early)).isGreaterThan(WRITES / 2);
        assertThat(taken(routed)).isZero();
    }

    @Test
    void routes_that_change_are_looked_for_again() {
        early.post("{\"a\":2}", "Content-Type", "application/json");
        early.post("{\"a\":2}", "Content-Type", "application/json");
        long before = taken(early);
        assertThat(before).isPositive();
        early.gateway.context().publishEvent(new RefreshRoutesEvent(this));
        early.post("{\"a\":2}", "Content-Type", "application/json");
        assertThat(taken(early)).isEqualTo(before);
    }

    @Test
    void a_request_that_is_not_buffered_goes_its_usual_way() {
        early.post("{\"a\":3}", "Content-Type", "application/json");
        Response deleted = early.gateway.send("DELETE", "/items", "");
        assertThat(deleted.status()).isNotEqualTo(202);
    }
}
