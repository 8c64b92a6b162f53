package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.pattern.PathPatternParser;

/** Rules come into force at once, and go back. */
class RuleVersionsTest {

    private final RuleSet rules = new RuleSet(snapshot(rule("a", 30, InvalidationSettings.PLAIN)));
    private CompletableFuture<Void> dropping = CompletableFuture.completedFuture(null);
    private int dropped;
    private Instant now = Instant.EPOCH;
    private RuleTrialReport trial = RuleTrialReport.unknown("nothing is known");
    private final RuleVersions versions = new RuleVersions(
            rules,
            "a",
            next -> {
                dropped++;
                return dropping;
            },
            () -> now,
            (current, proposed) -> trial);

    @Test
    void installedChangeIsInForceAndListsDifferences() {
        now = now.plusSeconds(5);
        RuleVersion version =
                install(rule("a", 60, InvalidationSettings.PLAIN), rule("b", 30, InvalidationSettings.PLAIN));
        assertThat(version.number()).isEqualTo(2);
        assertThat(version.since()).isEqualTo(now);
        assertThat(version.by()).contains("deploy");
        assertThat(version.changes()).containsExactly("changed a", "added b");
        assertThat(rules.current()).isSameAs(version.rules().snapshot());
        assertThat(dropped).isZero();
        assertThat(install(rule("b", 30, InvalidationSettings.PLAIN)).changes()).containsExactly("removed a");
    }

    @Test
    void pathChangeIsListedButKeepsRevision() {
        RequestRule before = rules.named("a").orElseThrow();
        RuleVersion version = install(new RequestRule(
                "a",
                List.of(PathPatternParser.defaultInstance.parse("/more")),
                Set.of(),
                before.invalidation(),
                before.policy(),
                before.key(),
                before.handling(),
                ""));
        assertThat(version.changes()).containsExactly("changed a");
        assertThat(rules.named("a").orElseThrow().revision()).isEqualTo(before.revision());
    }

    @Test
    void theSameRulesAreNoNewVersion() {
        assertThat(install(rule("a", 30, InvalidationSettings.PLAIN)).number()).isEqualTo(1);
        assertThat(versions.all()).hasSize(1);
    }

    @Test
    void reinstallingEarlierVersionRestoresItsRevisions() {
        String first = rules.named("a").orElseThrow().revision();
        install(rule("a", 60, InvalidationSettings.PLAIN));
        assertThat(rules.named("a").orElseThrow().revision()).isNotEqualTo(first);
        RuleVersion back =
                versions.install(versions.find(1).orElseThrow().rules(), RuleSource.ACTUATOR, Optional.empty());
        assertThat(back.number()).isEqualTo(3);
        assertThat(rules.named("a").orElseThrow().revision()).isEqualTo(first);
        assertThat(dropped).isZero();
    }

    @Test
    void changedInvalidationClearsStoresBeforeItIsInForce() {
        var pool = new InvalidationSettings(
                Optional.of("p"), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
        assertThat(install(rule("a", 30, pool)).droppedAll()).isTrue();
        assertThat(dropped).isEqualTo(1);
        RuleSnapshot inForce = rules.current();
        dropping = CompletableFuture.failedFuture(new IllegalStateException("unheard"));
        assertThatThrownBy(() -> install(rule("a", 30, InvalidationSettings.PLAIN)))
                .isInstanceOf(CompletionException.class);
        assertThat(rules.current()).isSameAs(inForce);
        assertThat(versions.current().number()).isEqualTo(2);
    }

    @Test
    void keepsBoundedNumberOfVersions() {
        for (int ttl = 1; ttl <= 2 * RuleVersions.MOST; ttl++) {
            install(rule("a", 100 + ttl, InvalidationSettings.PLAIN));
        }
        assertThat(versions.all()).hasSize(RuleVersions.MOST);
        assertThat(versions.find(1)).isEmpty();
        assertThat(versions.current().number()).isEqualTo(2 * RuleVersions.MOST + 1);
    }

    @Test
    void refusalIsShownUntilNextInstallation() {
        versions.refused(RuleSource.FILE, "why");
        assertThat(versions.refusal()).contains(new RuleVersions.Refusal(now, RuleSource.FILE, "why"));
        install(rule("a", 60, InvalidationSettings.PLAIN));
        assertThat(versions.refusal()).isEmpty();
    }

    @Test
    void rulesRefusedByTrialAreInstalledOnlyIfAccepted() {
        trial = new RuleTrialReport(
                new RuleTrialVerdict.Crosses(List.of(new RuleTrialVerdict.Crossing("a", 3, "key.cookies: session"))),
                Optional.empty(),
                new RuleTrialReport.Forecast(RuleTrialReport.Outcome.NONE, RuleTrialReport.Outcome.NONE),
                List.of());
        RuleSnapshot inForce = rules.current();
        var next = new CheckedRules(snapshot(rule("a", 60, InvalidationSettings.PLAIN)), "yaml");
        assertThatThrownBy(() -> versions.install(next, RuleSource.FILE, Optional.empty()))
                .isInstanceOf(RefusedRulesException.class)
                .hasMessageContaining("Under the rule a, 3 requests")
                .hasMessageContaining("key.cookies: session");
        assertThat(versions.attempt(next)).isSameAs(trial);
        assertThat(rules.current()).isSameAs(inForce);
        assertThat(install(rule("a", 30, InvalidationSettings.PLAIN)).number()).isEqualTo(1);
        assertThat(versions.installAccepted(next, RuleSource.ACTUATOR, Optional.empty())
                        .number())
                .isEqualTo(2);
    }

    private RuleVersion install(RequestRule... next) {
        return versions.install(new CheckedRules(snapshot(next), "yaml"), RuleSource.ACTUATOR, Optional.of("deploy"));
    }

    private static RuleSnapshot snapshot(RequestRule... rules) {
        return RuleSnapshot.revised(
                List.of(rules), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE, PoolPrefixes.NONE);
    }

    private static RequestRule rule(String name, int ttl, InvalidationSettings invalidation) {
        return new RequestRule(
                name,
                List.of(PathPatternParser.defaultInstance.parse('/' + name)),
                Set.of(),
                invalidation,
                CachePolicy.DEFAULT.withTtl(Duration.ofSeconds(ttl)),
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
    }
}
