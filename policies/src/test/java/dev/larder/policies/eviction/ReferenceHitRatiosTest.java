package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.policies.eviction.InMemoryTrace.Ratios;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hit ratios on real traces beside those that two independent programs agree on. */
class ReferenceHitRatiosTest {

    /** A line of the reference. */
    private record Row(String trace, PolicyName policy, String size, long capacity, Ratios ratios) {

        static Row parse(String line) {
            String[] columns = line.split(",", -1);
            return new Row(
                    columns[0],
                    PolicyName.of(columns[1]).orElse(null),
                    columns[2],
                    Long.parseLong(columns[3]),
                    new Ratios(Double.parseDouble(columns[5]), Double.parseDouble(columns[6])));
        }

        double tolerance() {
            return switch (policy) {
                case LRU, FIFO, LFU, SIEVE -> 0.0001;
                case RANDOM -> 0.005;
                default -> trace.startsWith("block") ? 0.005 : 0.001;
            };
        }

        /** Ten where chance has a say; on a million requests it has less, and three do. */
        int seeds(InMemoryTrace requests) {
            return policy != PolicyName.RANDOM ? 1 : requests.requests() < 600_000 ? 10 : 3;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cdn_adaptsize",
                "cdn_cachelib_irm",
                "block_cloudphysics",
                "unit_web07",
                "unit_lirs_multi3",
                "unit_lirs_loop"
            })
    void hitRatiosMatchReferenceFile(String trace) throws IOException {
        List<Row> rows = Files.readAllLines(SharedTraces.file("reference/hit-ratios.csv")).stream()
                .filter(line -> line.startsWith(trace + ","))
                .map(Row::parse)
                .filter(row -> row.policy != null)
                .toList();
        InMemoryTrace requests = InMemoryTrace.read(SharedTraces.file("traces/" + trace + ".csv.gz"));
        assertThat(rows).hasSize(9 * 5);
        var softly = new SoftAssertions();
        for (Row row : rows) {
            Ratios found = mean(row, requests);
            softly.assertThat(found.hits()).as("hits, %s", row).isCloseTo(row.ratios.hits(), within(row.tolerance()));
            softly.assertThat(found.bytes())
                    .as("bytes, %s", row)
                    .isCloseTo(row.ratios.bytes(), within(row.tolerance()));
        }
        softly.assertAll();
    }

    private static Ratios mean(Row row, InMemoryTrace requests) {
        List<Ratios> runs = LongStream.range(0, row.seeds(requests))
                .mapToObj(seed -> requests.replay(row.policy.create(row.capacity, seed)))
                .toList();
        return new Ratios(
                runs.stream().mapToDouble(Ratios::hits).average().orElseThrow(),
                runs.stream().mapToDouble(Ratios::bytes).average().orElseThrow());
    }
}
