package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.policies.bench.HeapUsage;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is counted is what the heap holds. */
@Tag("thorough")
class GhostMemoryBudgetTest {

    private static final int REQUESTS = 150_000;

    @ParameterizedTest
    @EnumSource
    void heapUsageIsAtMostTenPercentAboveReport(CandidatePolicy policy) {
        var settings = new GhostSettings(
                List.of(policy), List.of(50_000L, 100_000L, 200_000L, 400_000L), 2, 8 << 20, Long.MAX_VALUE, 3);
        var random = new Random(3);
        long before = HeapUsage.used();
        var ghosts = new GhostCaches(settings);
        for (int i = 0; i < REQUESTS; i++) {
            long key = (long) Math.exp(random.nextDouble() * Math.log(30_000));
            int stratum = ghosts.stratum(key, i);
            ghosts.count(stratum, 1, 100);
            ghosts.read(new GhostRead(key, 100, ContentVersion.of(0), i, Long.MAX_VALUE, 1, stratum));
        }
        long held = HeapUsage.used() - before;
        assertThat(held).as("bytes held").isLessThan(ghosts.report().bytes() * 11 / 10);
    }
}
