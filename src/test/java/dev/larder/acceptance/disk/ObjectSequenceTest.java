package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Five objects of 83, 52, 38, 23 and 97 units in a disk of 256: who stays is what a model of the policy says. */
@Tag("thorough")
class ObjectSequenceTest {

    /** How many bytes stand for a megabyte; {@code 1048576} for the real thing. */
    private static final long UNIT = Long.getLong("larder.sequence.unit", 10_240);

    private static final List<Integer> SIZES = List.of(83, 52, 38, 23, 97);
    /** Here a policy that looks at hits keeps others than one that does not. */
    private static final List<Integer> RETURNING = List.of(83, 52, 38, 83, 97, 83, 23, 52, 83, 38, 97, 83);

    private static final int CAPACITY = 256;
    private static final int TURNS = 3;

    /** For heads and bookkeeping: no sum of sizes lies within so much above the capacity or below it. */
    private static final long ALLOWANCE = 64 * 1024;

    @TempDir
    private Path directory;

    private final String path = UniquePath.next();

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
        "fifo, after one another",
        "fifo, in a row",
        "fifo, returning",
        "lru, after one another",
        "lru, in a row",
        "lru, returning"
    })
    void storedObjectsMatchModelOfPolicy(String policy, String order) {
        StringBuilder table = new StringBuilder(String.format("%s, %s%n", policy, order));
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = start(origin, policy)) {
            var model = new QueueModel(policy.equals("lru"), CAPACITY);
            int step = 0;
            for (int size : sequence(order)) {
                table.append(step(++step, size, gateway, origin, model));
            }
        }
        System.out.println(table);
    }

    /** One request; the line of the table. */
    private String step(int number, int size, GatewayFixture gateway, ScriptedOrigin origin, QueueModel model) {
        GeneratedContent content = GeneratedContent.of("object-" + size, size * UNIT);
        origin.on(
                path + size,
                ResponseScript.status(200, "Cache-Control", "max-age=86400").part(content));
        int asked = origin.count(path + size);
        boolean expected = model.request(size);

        FetchedResponse fetched = FetchedResponse.by(gateway, path + size);

        String what = "step " + number + ", object of " + size;
        assertThat(fetched).as(what).matches(response -> response.is(content));
        assertThat(fetched.hit()).as(what).isEqualTo(expected);
        assertThat(origin.count(path + size) - asked).as(what).isEqualTo(expected ? 0 : 1);
        List<Long> stored =
                model.stored().stream().map(units -> units * UNIT).sorted().toList();
        assertThat(new DiskStoreFolder(directory).await(stored::equals, () -> DiskGateway.ping(gateway, origin)))
                .as(what)
                .isEqualTo(stored);
        return String.format(Locale.ROOT, "%4d %4d %-4s %s%n", number, size, expected ? "hit" : "miss", model.stored());
    }

    private GatewayFixture start(ScriptedOrigin origin, String policy) {
        return DiskGateway.inJvm(origin, directory)
                .property("larder.store.max-object-size", "64KB")
                .property("larder.disk.max-object-size", 128 * UNIT + "B")
                .property("larder.disk.max-size", CAPACITY * UNIT + ALLOWANCE + "B")
                .property("larder.disk.policy", policy)
                .start();
    }

    private static List<Integer> sequence(String order) {
        return switch (order) {
            case "after one another" ->
                Stream.generate(() -> SIZES).limit(TURNS).flatMap(List::stream).toList();
            case "in a row" ->
                SIZES.stream()
                        .flatMap(size -> Stream.generate(() -> size).limit(TURNS))
                        .toList();
            case "returning" -> RETURNING;
            default -> throw new IllegalArgumentException(order);
        };
    }
}
