package dev.larder.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.insight.audit.AuditPolicy.Mode;
import dev.larder.insight.audit.AuditRecommendation.Kind;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the auditor makes of checks, writes and responses that were dropped. */
class CacheAuditorTest {

    private static final RequestRule WHOLE_POOLS = new RequestRule(
            "",
            List.of(),
            Set.of(),
            new InvalidationSettings(
                    Optional.empty(), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE),
            CachePolicy.DEFAULT,
            KeySettings.PLAIN,
            RuleOptions.PLAIN,
            "");

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ENOUGH = InvalidationScopeAdvisor.MIN_CASES;

    private final Couplings couplings = new Couplings(Map.of("users", Set.of("skills", "paths")));
    private final RuleSet rules = new RuleSet(List.of(), WHOLE_POOLS, couplings, PoolPrefixes.NONE);
    private final CacheAuditor audits = new CacheAuditor(new AuditPolicy(0, Mode.VALIDATE_ALL, 1), couplings, () -> 0);
    private long epoch = 1;

    @Test
    void countsChecksByRouteWithConfidenceInterval() {
        check("/users/1", epoch, AuditOutcome.AGREES, 99);
        check("/users/1", epoch, AuditOutcome.DIFFERS, 1);
        check("/users/1", epoch, AuditOutcome.CHANGES_EACH_TIME, 2);
        AuditCounts counts = audits.report().routes().get("route");
        assertThat(counts).isNotNull();
        assertThat(counts.agree()).isEqualTo(99);
        assertThat(counts.differ()).isEqualTo(1);
        assertThat(counts.unknown()).isEqualTo(2);
        assertThat(counts.doubts()).isEqualTo(Map.of(AuditOutcome.CHANGES_EACH_TIME, 2L));
        assertThat(counts.staleShare()).isEqualTo(ConfidenceInterval.of(1, 100));
    }

    @Test
    void needsRouteOnlyForHitsThatAreDrawnAndCanBeChecked() {
        var sampled = new CacheAuditor(new AuditPolicy(1, Mode.SAMPLED, 2), couplings, () -> 0);
        CacheKey key = CacheKey.of("GET", "/users/1");
        assertThat(sampled.needsRoute(key, "users", NOW)).isTrue();
        sampled.read(reach("/users/1"), "/users/1", true, true);
        AuditCheck underWay = sampled.admit(key, true, NOW).orElseThrow();
        assertThat(sampled.needsRoute(key, "users", NOW)).as("being checked").isFalse();
        assertThat(sampled.needsRoute(key, "Skills", NOW))
                .as("the first of its pool")
                .isTrue();
        underWay.close(2);
        assertThat(sampled.needsRoute(key, "users", NOW)).as("too many").isFalse();
        assertThat(sampled.needsRoute(key, "users", NOW.plusSeconds(1))).isTrue();
        assertThat(sampled.report().pools())
                .singleElement()
                .satisfies(pool -> assertThat(pool.reads()).as("noted").isEqualTo(3));
        var never = new CacheAuditor(new AuditPolicy(0.5, Mode.SAMPLED, 2), couplings, () -> 0.5);
        assertThat(never.needsRoute(key, "users", NOW)).as("not drawn").isFalse();
    }

    @Test
    void staleHitNamesPoolsWrittenSinceItsFetch() {
        long fetched = epoch;
        write("/orders/1");
        write("/roles/1");
        check("/skills/7", epoch - 1, AuditOutcome.AGREES, 1);
        check("/skills/7", fetched, AuditOutcome.DIFFERS, 1);
        assertThat(audits.report().staleHits()).singleElement().satisfies(hit -> {
            assertThat(hit.writtenSince()).containsExactly("orders", "roles");
            assertThat(hit.key()).contains("/skills/7");
            assertThat(hit.ageSeconds()).isEqualTo(5);
        });
    }

    @Test
    void proposesMissingCouplingInAdditionToConfiguredOnes() {
        check("/roles/7", epoch, AuditOutcome.AGREES, 20);
        long fetched = epoch;
        write("/users/1");
        check("/roles/7", fetched, AuditOutcome.DIFFERS, 12);
        assertThat(audits.report().advice())
                .singleElement()
                .isEqualTo(new AuditRecommendation(
                        Kind.MISSING_COUPLING,
                        "roles",
                        "a write to users made answers of roles wrong in 12 of 12 cases: add coupling users -> roles",
                        "larder:\n  invalidation:\n    couplings:\n      users: [paths, roles, skills]\n"));
    }

    @Test
    void distinguishesUnseenChangesFromMissingCouplings() {
        check("/skills/7", epoch, AuditOutcome.DIFFERS, 12);
        assertThat(audits.report().advice())
                .singleElement()
                .satisfies(advice -> assertThat(advice.kind()).isEqualTo(Kind.CHANGED_UNSEEN));
    }

    @Test
    void proposesCollectionScopeIfItWouldLeaveNothingStale() {
        refetchAfterWrite("/users/1", "/users/2", false, ENOUGH);
        refetchAfterWrite("/users/1", "/users/top", true, 20);
        readsOf("/users/1", 1_000);
        assertThat(audits.report().advice())
                .singleElement()
                .satisfies(advice -> assertThat(advice.yaml()).endsWith("invalidation-scope: collection\n"));
    }

    @Test
    void proposesHierarchyScopeIfItWouldLeaveNothingStale() {
        refetchAfterWrite("/users/1", "/users/top", false, ENOUGH);
        refetchAfterWrite("/users/1/photo", "/users/1", true, 20);
        refetchAfterWrite("/users", "/users/1", true, 20);
        readsOf("/users/1", 1_000);
        assertThat(audits.report().advice())
                .singleElement()
                .isEqualTo(
                        new AuditRecommendation(
                                Kind.NARROWER,
                                "users",
                                "`hierarchy` for users: 0 stale of 300 audited (at most 1.26 %), hit ratio +0.30",
                                "larder:\n  rules:\n    users:\n      paths: [\"/users/**\"]\n      invalidation-scope: hierarchy\n"));
    }

    @Test
    void oneStaleCasePreventsNarrowerScope() {
        refetchAfterWrite("/users/1", "/users/2", false, 10 * ENOUGH);
        refetchAfterWrite("/users/1", "/users/2", true, 1);
        readsOf("/users/1", 4_000);
        assertThat(audits.report().advice())
                .extracting(AuditRecommendation::kind)
                .containsExactly(Kind.OFTEN_DROPPED);
    }

    @Test
    void proposesNoNarrowerScopeFromTooFewCases() {
        refetchAfterWrite("/users/1", "/users/2", false, 99);
        readsOf("/users/1", 1_000);
        assertThat(audits.report().advice()).isEmpty();
    }

    @Test
    void proposesPathScopeIfItGainsMoreAndLeavesNothingStale() {
        refetchAfterWrite("/users/1/photo", "/users/1", false, ENOUGH);
        refetchAfterWrite("/users/1", "/users/2", false, ENOUGH);
        readsOf("/users/1", 1_000);
        assertThat(audits.report().advice())
                .singleElement()
                .satisfies(advice -> assertThat(advice.yaml()).endsWith("invalidation-scope: path\n"));
    }

    @Test
    void changesAfterWriteToCoupledPoolDoNotPreventNarrowerScope() {
        refetchAfterWrite("/skills/1", "/users/2", true, ENOUGH);
        refetchAfterWrite("/skills/1", "/skills/2", false, ENOUGH);
        readsOf("/skills/1", 1_000);
        assertThat(audits.report().advice())
                .singleElement()
                .satisfies(advice -> assertThat(advice.kind()).isEqualTo(Kind.NARROWER));
    }

    @Test
    void reportsCouplingThatNeverChangesAnythingAsNeedless() {
        refetchAfterWrite("/skills/1", "/users/2", false, ENOUGH);
        assertThat(audits.report().advice())
                .singleElement()
                .isEqualTo(new AuditRecommendation(
                        Kind.NEEDLESS_COUPLING,
                        "skills",
                        "writes to users dropped 300 answers of skills, and none had changed: remove the coupling by which"
                                + " they do",
                        "larder:\n  invalidation:\n    couplings:\n      users: [paths]\n"));
    }

    @Test
    void ignoresRefetchesWithoutKnownWrite() {
        var tags = reach("/users/1");
        audits.refetched(tags, "/users/1", EpochStamp.of(epoch, tags.ofResponse()), false);
        assertThat(audits.report().pools()).isEmpty();
    }

    @Test
    void rejectedWriteDoesNotCountAsWrite() {
        long fetched = epoch;
        audits.writes().begin(reach("/users/1"), reach("/users/1").ofWrite()).ended();
        assertThat(audits.writes().since(fetched).orElseThrow()).isEmpty();
    }

    @Test
    void writeInProgressCountsAsWrite() {
        long fetched = epoch;
        audits.writes().begin(reach("/users/1"), reach("/users/1").ofWrite());
        assertThat(audits.writes().since(fetched).orElseThrow()).hasSize(1);
    }

    @Test
    void periodOfForgottenWritesIsUnknownRatherThanEmpty() {
        var few = new RecentWrites(2);
        for (int i = 0; i < 3; i++) {
            few.begin(reach("/users/1"), Set.of()).happened(EpochChange.to(++epoch), Set.of());
        }
        assertThat(few.since(1)).isEmpty();
        assertThat(few.since(2).orElseThrow()).hasSize(2);
    }

    /** A response is fetched, a write drops it, and it is fetched again. */
    private void refetchAfterWrite(String read, String written, boolean changed, int times) {
        ResourceTags tags = reach(read);
        for (int i = 0; i < times; i++) {
            EpochStamp stamp = EpochStamp.of(epoch, tags.ofResponse());
            write(written);
            audits.refetched(tags, read, stamp, changed);
        }
    }

    private void readsOf(String path, int reads) {
        for (int i = 0; i < reads; i++) {
            audits.read(reach(path), path, false, false);
        }
    }

    private void write(String path) {
        ResourceTags tags = reach(path);
        audits.writes().begin(tags, tags.ofWrite()).happened(EpochChange.to(++epoch), Set.of());
    }

    private void check(String path, long fetched, AuditOutcome outcome, int times) {
        ResourceTags tags = reach(path);
        var subject = new AuditedResponse(
                "route",
                CacheKey.of("GET", path),
                path,
                tags,
                EpochStamp.of(fetched, tags.ofResponse()),
                Duration.ofSeconds(5));
        for (int i = 0; i < times; i++) {
            audits.checked(subject, outcome);
        }
    }

    private ResourceTags reach(String path) {
        return rules.reach(URI.create("http://origin.test" + path));
    }
}
