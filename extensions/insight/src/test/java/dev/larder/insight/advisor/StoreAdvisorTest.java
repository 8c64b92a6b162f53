package dev.larder.insight.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.insight.advisor.AdvisorReport.PolicyCurve;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostSettings;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreAdvisorTest {

    private static final long LIVE = 1_000_000;
    private static final Set<CacheTag> TAGS = Set.of(new CacheTag("users"));
    private static final long MILLISECOND = 1_000_000;

    private final LarderClock clock = new Standing();
    private final Invalidator invalidator = new Invalidator(1_024, 1, new LocalInvalidationBus());
    private final ResponseStore store =
            new ResponseStore(new CaffeineStore<>(LIVE, clock::steady, RemovalListener.none()), invalidator);
    private final StoreAdvisor advisor = StoreAdvisor.of(settings(true), store, clock);

    private static AdvisorSettings settings(boolean on) {
        var ghosts = new GhostSettings(
                List.of(CandidatePolicy.LRU, CandidatePolicy.GDSF),
                List.of(10_000L, 100_000L, LIVE),
                1,
                8 << 20,
                1 << 20,
                1);
        return new AdvisorSettings(on, CandidatePolicy.LRU, LIVE, ghosts);
    }

    /** Time stands still, so that no work takes any. */
    private static final class Standing implements LarderClock {

        private final Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant steady() {
            return now;
        }

        @Override
        public Instant wall() {
            return now;
        }

        @Override
        public long nanos() {
            return 0;
        }
    }

    @AfterEach
    void close() {
        advisor.close();
    }

    private CacheEntry<ResponseVariants> entry(long cost) {
        Instant now = clock.steady();
        var request = new RequestHead("GET", URI.create("http://origin.test/"), HeaderFields.EMPTY);
        var head = new ResponseHead(200, HeaderFields.of("Cache-Control", "max-age=60"));
        StoreVerdict verdict = Storability.judge(request, head, CachePolicy.DEFAULT, new ReceptionTimes(now, now, now));
        ResponseVariants variants = ResponseVariants.of(((StoreVerdict.Store) verdict).response());
        return new CacheEntry<>(variants, 1_000, cost, Instant.MAX, store.stamp(TAGS));
    }

    private static CacheKey key(int number) {
        return CacheKey.of("key", Integer.toString(number));
    }

    /** Keys of which each but the first request is a hit, as where there is room for all. */
    private AdvisorReport replayed(int requests, int keys) {
        var random = new Random(1);
        var known = new boolean[keys];
        CacheEntry<ResponseVariants> entry = entry(5 * MILLISECOND);
        for (int i = 0; i < requests; i++) {
            int key = (int) Math.min(keys - 1, Math.exp(random.nextDouble() * Math.log(keys)));
            if (known[key]) {
                advisor.hit("users", key(key), entry);
            } else {
                advisor.forwarded("users", MILLISECOND / 100);
                advisor.fetched("users", key(key), entry);
            }
            known[key] = true;
            if (i % 1_000 == 0) {
                advisor.report();
            }
        }
        return advisor.report();
    }

    @Test
    void onlyFirstRequestsAreMissesIfEverythingFits() {
        AdvisorReport report = replayed(20_000, 500);
        assertThat(report.on()).isTrue();
        assertThat(report.sample().requests()).isEqualTo(20_000);
        assertThat(report.sample().dropped()).isZero();
        assertThat(report.live().hitRatio()).isCloseTo(1 - report.sample().keys() / 20_000, within(0.001));
        assertThat(report.live().misses()).containsEntry("capacity", 0.0);
        assertThat(report.live().bytes()).isEqualTo(LIVE);
    }

    @Test
    void namesSmallestSizeThatKeeps90PercentOfHitRatio() {
        AdvisorReport report = replayed(20_000, 500);
        PolicyCurve lru = report.policies().stream()
                .filter(policy -> policy.policy().equals("lru"))
                .findAny()
                .orElseThrow();
        assertThat(lru.curve()).extracting(AdvisorReport.CurvePoint::bytes).containsExactly(10_000L, 100_000L, LIVE);
        assertThat(lru.keeping().orElseThrow()).isBetween(10_000L, LIVE);
        assertThat(lru.gain()).isZero();
        assertThat(report.advice().get(0)).contains("keep 90 % of the hit ratio of 1.0 MB (lru)");
    }

    @Test
    void countsMissesAfterWriteAsInvalidated() {
        for (int lap = 0; lap < 4; lap++) {
            CacheEntry<ResponseVariants> entry = entry(MILLISECOND);
            for (int key = 0; key < 100; key++) {
                advisor.fetched("users", key(key), entry);
                advisor.hit("users", key(key), entry);
            }
            invalidator.invalidate(TAGS).toCompletableFuture().join();
        }
        AdvisorReport report = advisor.report();
        assertThat(report.live().misses().get("invalidated")).isCloseTo(0.375, within(0.001));
        assertThat(report.live().misses().get("cold")).isCloseTo(0.125, within(0.001));
        assertThat(report.live().hitRatio()).isCloseTo(0.5, within(0.001));
    }

    @Test
    void routeSavesOriginTimeForEachHit() {
        AdvisorReport.RouteSaving users = replayed(20_000, 500).routes().get(0);
        assertThat(users.route()).isEqualTo("users");
        assertThat(users.hits() + users.forwarded()).isEqualTo(20_000);
        assertThat(users.originMicros()).isCloseTo(5_000, within(0.1));
        assertThat(users.lookupMicros()).isCloseTo(10, within(0.1));
        assertThat(users.savedMicros()).isBetween(4_500.0, 5_000.0);
        assertThat(users.loses()).isFalse();
    }

    @Test
    void namesRouteThatLosesByCaching() {
        for (int i = 0; i < 200; i++) {
            advisor.forwarded("reports", MILLISECOND / 100);
        }
        AdvisorReport report = advisor.report();
        assertThat(report.routes())
                .singleElement()
                .satisfies(reports -> assertThat(reports.loses()).isTrue());
        assertThat(report.advice())
                .contains("Route reports loses by caching: 0 hits among 200 requests save less than look-ups take,"
                        + " 10.0 microseconds a request.");
    }

    /** Who waits for another's request is a request, and a hit of every store, but saves no time of the origin. */
    @Test
    void sharedResponseCountsAsRequestButSavesNoOriginTime() {
        CacheEntry<ResponseVariants> entry = entry(MILLISECOND);
        advisor.forwarded("users", 10);
        advisor.fetched("users", key(1), entry);
        for (int i = 0; i < 3; i++) {
            advisor.forwarded("users", 10);
            advisor.shared("users", key(1), entry);
        }
        AdvisorReport report = advisor.report();
        assertThat(report.sample().requests()).isEqualTo(4);
        assertThat(report.live().hitRatio()).isCloseTo(0.75, within(0.001));
        assertThat(report.routes().get(0).hits()).isZero();
        assertThat(report.routes().get(0).forwarded()).isEqualTo(4);
    }

    @Test
    void backgroundRefreshCountsOnlyTowardsOriginTime() {
        CacheEntry<ResponseVariants> entry = entry(MILLISECOND);
        advisor.forwarded("users", 10);
        advisor.fetched("users", key(1), entry);
        advisor.hit("users", key(1), entry);
        advisor.refreshed("users", 3 * MILLISECOND);
        AdvisorReport report = advisor.report();
        assertThat(report.sample().requests()).isEqualTo(2);
        assertThat(report.live().hitRatio()).isCloseTo(0.5, within(0.001));
        assertThat(report.routes().get(0).originMicros()).isCloseTo(2_000, within(0.1));
    }

    @Test
    void disabledAdvisorNamesPropertyThatEnablesIt() {
        try (StoreAdvisor off = StoreAdvisor.of(settings(false), store, clock)) {
            off.hit("users", key(1), entry(0));
            AdvisorReport report = off.report();
            assertThat(report.on()).isFalse();
            assertThat(report.advice()).singleElement().asString().contains("larder.advisor.enabled=true");
        }
    }

    @Test
    void entryBeforeStorageHasWeightItWillHaveInStore() {
        ResponseVariants variants = entry(0).value();
        CacheEntry<ResponseVariants> entry =
                StoreAdvisor.entry(key(1), variants.responses().get(0), 7, EpochStamp.NONE);
        assertThat(entry.weight()).isEqualTo(ResponseStore.weight(key(1), variants, EpochStamp.NONE));
        assertThat(entry.cost()).isEqualTo(7);
    }
}
