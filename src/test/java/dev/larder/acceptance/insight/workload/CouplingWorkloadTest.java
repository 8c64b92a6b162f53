package dev.larder.acceptance.insight.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.insight.audit.AuditRecommendation.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * With its couplings declared, nothing stale is answered; with one of them missing, the auditor finds stale hits, and the
 * advisor proposes that one. Longer: {@code -Dlarder.workload.requests=100000}. Another seed: {@code -Dlarder.seed=N}.
 */
@Tag("busy")
@ExtendWith(LeakDetectionPause.class)
@Tag("thorough")
class CouplingWorkloadTest {

    private static final long SEED = Long.getLong("larder.seed", 9111);
    private static final int REQUESTS = Integer.getInteger("larder.workload.requests", 3_000);
    private static final int POOLS = 40;

    /** Each pool makes the next one wrong, in chains of four; the last two of a chain each other. */
    private final Map<String, Set<String>> couplings = chains();

    @Test
    void servesNothingStaleWithAllCouplings() {
        WorkloadRun run = run(couplings);
        assertThat(run.report().total().differ()).as("seed " + SEED).isZero();
        assertThat(run.report().total().unknown()).isZero();
        assertThat(run.report().total().agree()).isGreaterThan(REQUESTS / 10);
        assertThat(run.report().staleHits()).isEmpty();
    }

    @Test
    void proposesMissingCoupling() {
        var fewer = new TreeMap<>(couplings);
        fewer.remove("pool-0");
        WorkloadRun run = run(fewer);
        assertThat(run.report().total().differ()).as("seed " + SEED).isPositive();
        assertThat(run.report().staleHits())
                .allSatisfy(hit -> assertThat(hit.writtenSince()).containsAnyOf("pool-0"));
        assertThat(run.report().advice().stream().filter(advice -> advice.kind() == Kind.MISSING_COUPLING))
                .as("seed " + SEED)
                .singleElement()
                .satisfies(advice -> {
                    assertThat(advice.text())
                            .contains("a write to pool-0 made answers of ", "add coupling pool-0 -> pool-1");
                    assertThat(advice.yaml())
                            .isEqualTo("larder:\n  invalidation:\n    couplings:\n      pool-0: [pool-1]\n");
                });
    }

    private static WorkloadRun run(Map<String, Set<String>> declared) {
        var properties = new HashMap<String, Object>();
        declared.forEach(
                (pool, coupled) -> properties.put("larder.invalidation.couplings." + pool, String.join(",", coupled)));
        properties.put("larder.audit.mode", "validate-all");
        var workload = new EndpointWorkload(new WorkloadEndpoints(POOLS), SEED, REQUESTS);
        return WorkloadRun.of(workload, RestService.coupled(closed(chains())), properties);
    }

    private static Map<String, Set<String>> chains() {
        var chains = new TreeMap<String, Set<String>>();
        for (int pool = 0; pool < POOLS; pool++) {
            if (pool % 4 != 3) {
                chains.put("pool-" + pool, new TreeSet<>(Set.of("pool-" + (pool + 1))));
            } else {
                chains.put("pool-" + pool, new TreeSet<>(Set.of("pool-" + (pool - 1))));
            }
        }
        return chains;
    }

    /** What each pool reaches in the end. */
    private static Map<String, Set<String>> closed(Map<String, Set<String>> direct) {
        var closed = new HashMap<String, Set<String>>();
        direct.keySet().forEach(pool -> {
            Set<String> reached = new HashSet<>();
            collect(pool, direct, reached);
            reached.remove(pool);
            closed.put(pool, reached);
        });
        return closed;
    }

    private static void collect(String pool, Map<String, Set<String>> direct, Set<String> reached) {
        direct.getOrDefault(pool, Set.of()).stream()
                .filter(reached::add)
                .toList()
                .forEach(next -> collect(next, direct, reached));
    }
}
