package dev.larder.acceptance.insight.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An API below one prefix, with no rule at all: writes change items, and with them all that shows the items of a collection. At
 * length: {@code -Dlarder.workload.requests=1000000}. Another seed: {@code -Dlarder.seed=N}.
 */
@Tag("busy")
@ExtendWith(LeakDetectionPause.class)
@Tag("thorough")
class CollectionWorkloadTest {

    private static final long SEED = Long.getLong("larder.seed", 3001);
    private static final int REQUESTS = Integer.getInteger("larder.workload.requests", 20_000);
    private static final int ENOUGH = 200_000;
    private static final int COLLECTIONS = 40;
    private static final int ITEMS = 48;
    private static final int WITH_MEMBERS = 5;
    private static final double WRITES = 0.1;

    private static final double BARELY_WARM = 0.5;

    /** Of a run that is long enough for the first requests not to count. */
    private static final double WANTED = 0.70;

    @Test
    void writesToItemsKeepOtherItemsStored() {
        WorkloadRun run = run("");
        assertThat(run.stale()).as("seed " + SEED).isZero();
        assertThat(run.hitRatio()).as("seed " + SEED).isGreaterThan(REQUESTS < ENOUGH ? BARELY_WARM : WANTED);
    }

    /** Nothing tells names from searches, so all of a collection is invalidated; they have no members of their own here. */
    @Test
    void servesNothingStaleFromCollectionsOfNamedItems() {
        WorkloadRun run = run("name-");
        assertThat(run.stale()).as("seed " + SEED).isZero();
        assertThat(run.hitRatio()).as("seed " + SEED).isPositive();
    }

    private static WorkloadRun run(String prefix) {
        List<String> paths = new ArrayList<>();
        Set<String> written = new HashSet<>();
        for (int i = 0; i < COLLECTIONS; i++) {
            String collection = "/api/v1/c" + i;
            paths.addAll(
                    List.of(collection, collection + "/search?q=a", collection + "/search?q=b", collection + "/top"));
            written.add(collection);
            for (int item = 1; item <= ITEMS; item++) {
                String path = collection + "/" + prefix + item;
                paths.add(path);
                written.add(path);
                if (prefix.isEmpty() && item % WITH_MEMBERS == 0) {
                    paths.add(path + "/skills");
                    written.add(path + "/skills");
                }
            }
        }
        var run = WorkloadRun.of(
                new EndpointWorkload(paths, written, WRITES, SEED, REQUESTS), RestService.plain(), Map.of());
        System.out.printf(
                "%,d requests, ids like %s1: hit ratio %.3f, %d stale%n",
                REQUESTS, prefix, run.hitRatio(), run.stale());
        return run;
    }
}
