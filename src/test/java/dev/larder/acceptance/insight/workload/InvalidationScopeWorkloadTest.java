package dev.larder.acceptance.insight.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.acceptance.insight.workload.UnboundedCacheModel.WriteScope;
import dev.larder.insight.audit.AuditRecommendation;
import dev.larder.insight.audit.AuditRecommendation.Kind;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scope of invalidation decides the hit ratio, and the auditor measures what a narrower one would do. The long form,
 * with as many requests as the published figures have: {@code -Dlarder.workload.requests=100000}. Another seed:
 * {@code -Dlarder.seed=N}.
 */
@Tag("busy")
@ExtendWith(LeakDetectionPause.class)
@Tag("thorough")
class InvalidationScopeWorkloadTest {

    private static final long SEED = Long.getLong("larder.seed", 9910);
    private static final int REQUESTS = Integer.getInteger("larder.workload.requests", 2_000);
    private static final int PUBLISHED_REQUESTS = 100_000;
    private static final String VALIDATE_ALL = "validate-all";

    @ParameterizedTest
    @CsvSource({"10, POOL, .242", "40, POOL, .387", "200, POOL, .569", "40, PATH, .782"})
    void modelReproducesPublishedHitRatios(int pools, WriteScope scope, double published) {
        assertThat(expected(pools, scope, PUBLISHED_REQUESTS))
                .as("seed " + SEED)
                .isCloseTo(published, within(0.02));
    }

    @Test
    void modelExceedsSeventyPercentHitRatioWithHierarchyScope() {
        assertThat(expected(40, WriteScope.HIERARCHY, PUBLISHED_REQUESTS))
                .as("seed " + SEED)
                .isGreaterThan(0.70);
    }

    @ParameterizedTest
    @CsvSource({"10, POOL", "40, POOL", "200, POOL", "40, PATH"})
    void hitRatioOfGatewayMatchesModel(int pools, WriteScope scope) {
        WorkloadRun run = WorkloadRun.of(workload(pools), RestService.plain(), Map.copyOf(scope(scope)));
        assertThat(run.hitRatio()).as("seed " + SEED).isCloseTo(expected(pools, scope, REQUESTS), within(0.005));
    }

    @Test
    void hierarchyScopeLeavesNothingStaleWhenWritesFollowPaths() {
        WorkloadRun run = WorkloadRun.of(workload(40), RestService.plain(), audited(WriteScope.HIERARCHY));
        assertThat(run.hitRatio())
                .as("seed " + SEED)
                .isCloseTo(expected(40, WriteScope.HIERARCHY, REQUESTS), within(0.005));
        assertThat(run.report().total().differ()).isZero();
        assertThat(run.report().total().agree()).isGreaterThan(REQUESTS / 4);
    }

    @Test
    void auditorProposesCollectionScopeWhenItSuffices() {
        WorkloadRun run = WorkloadRun.of(workload(2), RestService.plain(), audited(WriteScope.POOL));
        assertThat(run.report().total().differ()).isZero();
        assertThat(run.report().advice()).as("seed " + SEED).isNotEmpty().allSatisfy(advice -> {
            assertThat(advice.kind()).isEqualTo(Kind.NARROWER);
            assertThat(advice.text()).contains("`collection` for " + advice.pool() + ": 0 stale of ", "hit ratio +0.");
            assertThat(advice.yaml()).isEqualTo("larder:\n  rules:\n    all:\n      invalidation-scope: collection\n");
        });
    }

    @Test
    void auditorProposesNoNarrowerScopeWhenWritesReachFurther() {
        WorkloadRun run = WorkloadRun.of(workload(2), RestService.reachingFurther(), audited(WriteScope.POOL));
        assertThat(run.report().total().differ()).isZero();
        assertThat(run.report().advice())
                .as("seed " + SEED)
                .extracting(AuditRecommendation::kind)
                .doesNotContain(Kind.NARROWER);
    }

    @Test
    void auditorReportsHierarchyScopeAsTooNarrowWhenWritesReachFurther() {
        WorkloadRun run = WorkloadRun.of(workload(2), RestService.reachingFurther(), audited(WriteScope.HIERARCHY));
        assertThat(run.report().total().differ()).isPositive();
        assertThat(run.report().advice())
                .as("seed " + SEED)
                .extracting(AuditRecommendation::kind)
                .contains(Kind.TOO_NARROW)
                .doesNotContain(Kind.MISSING_COUPLING, Kind.NARROWER);
    }

    private static EndpointWorkload workload(int pools) {
        return new EndpointWorkload(new WorkloadEndpoints(pools), SEED, REQUESTS);
    }

    private static double expected(int pools, WriteScope scope, int requests) {
        WorkloadEndpoints endpoints = new WorkloadEndpoints(pools);
        return UnboundedCacheModel.of(endpoints, scope).hitRatio(new EndpointWorkload(endpoints, SEED, requests));
    }

    private static Map<String, Object> audited(WriteScope scope) {
        Map<String, Object> properties = scope(scope);
        properties.put("larder.audit.mode", VALIDATE_ALL);
        return properties;
    }

    private static Map<String, Object> scope(WriteScope scope) {
        var properties = new HashMap<String, Object>();
        properties.put("larder.rules.all.paths", "/**");
        properties.put("larder.rules.all.invalidation-scope", scope.name().toLowerCase(Locale.ROOT));
        return properties;
    }
}
