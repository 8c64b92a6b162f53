package dev.larder.insight.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.metrics.RuleScope;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lifetimes by rule and pool, and the rules that they allow. */
class ChangeIntervalRecorderTest {

    private static final RuleScope USERS = new RuleScope("route", "", "users");
    private static final RuleScope REPORTS = new RuleScope("route", "reports", "");

    private final ChangeIntervalRecorder lifetimes = new ChangeIntervalRecorder(0.01, () -> Set.of("reports", "idle"));

    private void seen(RuleScope scope, Duration age, boolean changed, boolean stated, int times) {
        for (int i = 0; i < times; i++) {
            lifetimes.compared(scope, age, changed, stated);
        }
    }

    @Test
    void proposesNothingWithoutObservations() {
        assertThat(lifetimes.report().yaml()).isEmpty();
        assertThat(lifetimes.report().lives()).isEmpty();
    }

    @Test
    void proposesTtlForRuleAndNewRuleForPool() {
        seen(REPORTS, Duration.ofHours(1), false, false, 10_000);
        seen(USERS, Duration.ofMinutes(1), false, true, 10_000);
        assertThat(lifetimes.report().yaml()).isEqualTo("""
                        larder:
                          rules:
                            reports:
                              ttl: 1h
                            users:
                              paths: ["/users/**"]
                              ttl: 1m
                              ttl-overrides: true
                        """);
    }

    @Test
    void proposesRevalidateAlwaysForImmediateChanges() {
        seen(USERS, Duration.ofSeconds(1), true, true, 100);
        assertThat(lifetimes.report().yaml()).contains("revalidate: always").doesNotContain("ttl");
    }

    @Test
    void proposesNothingFromTooFewUnchangedChecks() {
        seen(USERS, Duration.ofSeconds(1), false, true, 358);
        assertThat(lifetimes.report().yaml()).isEmpty();
    }

    @Test
    void rareChangeDoesNotCauseRevalidateAlways() {
        seen(USERS, Duration.ofSeconds(1), false, true, 357);
        seen(USERS, Duration.ofSeconds(1), true, true, 1);
        assertThat(lifetimes.report().yaml()).isEmpty();
    }

    @Test
    void proposesOneRuleForPoolOfTwoRoutes() {
        seen(USERS, Duration.ofMinutes(1), false, false, 10_000);
        seen(new RuleScope("other", "", "users"), Duration.ofMinutes(1), true, false, 10_000);
        assertThat(lifetimes.report().yaml()).containsOnlyOnce("users:").contains("revalidate: always");
        assertThat(lifetimes.report().lives()).hasSize(2);
    }

    @Test
    void poolObservationsDoNotChangeRuleOfSameName() {
        seen(new RuleScope("route", "", "reports"), Duration.ofMinutes(1), false, false, 10_000);
        seen(new RuleScope("route", "", "idle"), Duration.ofMinutes(1), false, false, 10_000);
        seen(REPORTS, Duration.ofHours(1), false, false, 10_000);
        assertThat(lifetimes.report().yaml()).isEqualTo("""
                        larder:
                          rules:
                            idle-pool:
                              paths: ["/idle/**"]
                              ttl: 1m
                            reports-pool:
                              paths: ["/reports/**"]
                              ttl: 1m
                            reports:
                              ttl: 1h
                        """);
    }

    @Test
    void distinguishesRootFromPoolNamedRoot() {
        seen(new RuleScope("route", "", ""), Duration.ofMinutes(1), false, false, 10_000);
        seen(new RuleScope("route", "", "root"), Duration.ofHours(1), false, false, 10_000);
        assertThat(lifetimes.report().yaml()).isEqualTo("""
                        larder:
                          rules:
                            root:
                              paths: ["/"]
                              ttl: 1m
                            root-pool:
                              paths: ["/root/**"]
                              ttl: 1h
                        """);
    }

    @Test
    void countsExcessSectionsTogetherAndProposesNoRuleForThem() {
        for (int i = 0; i < 5_000; i++) {
            lifetimes.compared(new RuleScope("route", "", "pool-" + i), Duration.ofSeconds(1), true, false);
        }
        assertThat(lifetimes.report().lives()).hasSizeLessThanOrEqualTo(1_001);
        assertThat(lifetimes.report().yaml()).isEmpty();
    }
}
