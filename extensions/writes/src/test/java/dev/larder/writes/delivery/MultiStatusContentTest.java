package dev.larder.writes.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.writes.OriginReply;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultiStatusContentTest {

    @Test
    void parsesStatusAndRawBodyOfEachItem() {
        Optional<List<OriginReply>> replies = parse("""
                [ {"status":201,"body":{"id": 1, "a":[1,2]}} , {"body":"caf\\u00e9 é","status":409},
                  {"status":204}, {"status":200,"other":[{}],"body": 12.50 } ]""", 4);
        assertThat(replies)
                .hasValue(List.of(
                        json(201, "{\"id\": 1, \"a\":[1,2]}"),
                        json(409, "\"caf\\u00e9 é\""),
                        new OriginReply(204, Optional.empty(), ""),
                        json(200, "12.50")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "{\"items\":[{\"status\":200},{\"status\":200}]}",
                "[]",
                "[{\"status\":200}]",
                "[{\"status\":200},{\"status\":200},{\"status\":200}]",
                "[{\"status\":200},{\"status\":200}",
                "[{\"status\":200},{\"status\":200}] x",
                "[{\"status\":200},{\"status\":200}][]",
                "[{\"status\":200},200]",
                "[{\"status\":200},{\"status\":\"200\"}]",
                "[{\"status\":200},{\"status\":99}]",
                "[{\"status\":200},{\"status\":600}]",
                "[{\"status\":200},{\"status\":99999999999999999999}]",
                "[{\"status\":200},{\"body\":1}]",
                "[{\"status\":200},{\"status\":200.5}]",
                "[{\"status\":200},{\"status\":200,}]"
            })
    void rejectsContentThatIsNotOneStatusPerItem(String content) {
        assertThat(parse(content, 2)).isEmpty();
    }

    @Test
    void keepsFirst16KiBOfLongBodyWithoutSplittingCharacter() {
        String body = "\"" + "é".repeat(20_000) + "\"";
        OriginReply reply = parse("[{\"status\":200,\"body\":" + body + "},{\"status\":200}]", 2)
                .orElseThrow()
                .get(0);
        assertThat(reply.content()).isEqualTo("\"" + "é".repeat((MultiStatusContent.KEPT - 1) / 2));
    }

    @Test
    void neverThrowsOnCorruptedContent() {
        long seed = System.nanoTime();
        System.out.println("MultiStatusContentTest: seed=" + seed);
        var random = new SplittableRandom(seed);
        byte[] good = "[{\"status\":201,\"body\":{\"id\":\"é\"}},{\"status\":409}]".getBytes(UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            assertThat(MultiStatusContent.parse(bad, 2).map(List::size).orElse(2))
                    .isEqualTo(2);
        }
    }

    @Test
    void maximumLengthGrowsWithBatchUpTo64MiB() {
        assertThat(MultiStatusContent.longest(1)).isEqualTo(128 * 1024);
        assertThat(MultiStatusContent.longest(1_000_000)).isEqualTo(64 * 1024 * 1024);
    }

    private static OriginReply json(int status, String content) {
        return new OriginReply(status, Optional.of("application/json"), content);
    }

    private static Optional<List<OriginReply>> parse(String content, int items) {
        return MultiStatusContent.parse(content.getBytes(UTF_8), items);
    }
}
