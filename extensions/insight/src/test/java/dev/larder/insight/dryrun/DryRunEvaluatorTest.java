package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in requests whose origin is a function of the test. */
class DryRunEvaluatorTest {

    private static final RuleScope SHOP = new RuleScope("route", "", "shop");
    private static final String MINUTE = "max-age=60";

    private final DryRunEvaluator dryRuns = new DryRunEvaluator(0.01, () -> Set.of("shop"));
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int readUpTo = Integer.MAX_VALUE;
    private long epoch = 1;

    /** A request, as the filter would have it noted. */
    private void ask(String target, String body, String cacheControl, String... fields) {
        ask(SHOP, target, body, cacheControl, fields);
    }

    private void ask(RuleScope scope, String target, String body, String cacheControl, String... fields) {
        var uri = URI.create("http://origin.test" + target);
        var request = new RequestHead("GET", uri, HeaderFields.of(fields));
        var head = new ResponseHead(
                200, cacheControl.isEmpty() ? HeaderFields.EMPTY : HeaderFields.of("Cache-Control", cacheControl));
        var key = CacheKey.of(target);
        Optional<DryRunEntry> kept = dryRuns.find(key);
        ExpectedOutcome expected =
                ExpectedOutcome.of(Reuse.judge(request, kept.map(DryRunEntry::variants), CachePolicy.DEFAULT, now));
        var digest = body.length() > readUpTo
                ? BodyDigest.unread(body.length())
                : new BodyDigest(body.hashCode(), 1, body.length());
        StoreVerdict verdict = Storability.judge(request, head, CachePolicy.DEFAULT, new ReceptionTimes(now, now, now));
        var sent = new DryRunResponse(
                head,
                Optional.of(digest),
                verdict,
                Storability.hasExplicitFreshness(head, CachePolicy.DEFAULT, now),
                now,
                EpochStamp.of(epoch, List.of()));
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        var features = RequestFeatures.of(request, query, KeySettings.PLAIN, Set.of());
        dryRuns.sent(
                new DryRunRequest(scope, KeySettings.PLAIN, key, features),
                expected,
                sent,
                stamp -> stamp.epoch() == epoch);
        if (expected.asks() && verdict instanceof StoreVerdict.Store store) {
            dryRuns.keep(
                    key, new DryRunEntry(ResponseVariants.of(store.response().withBody(digest)), EpochStamp.NONE));
        }
    }

    /** Whatever has been stored so far is wrong from now on. */
    private void write() {
        epoch++;
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private DryRunReport.Part part() {
        return dryRuns.report(0, 0).routes().get(0).sections().get(0);
    }

    private DryRunReport.BodyFindings findings() {
        return part().findings();
    }

    @Test
    void countsHitsAndWrongHits() {
        ask("/shop", "a", MINUTE);
        ask("/shop", "a", MINUTE);
        ask("/shop", "b", MINUTE);
        pass(Duration.ofSeconds(61));
        ask("/shop", "b", MINUTE);
        assertThat(part().total().hits()).isEqualTo(2);
        assertThat(part().total().wrong()).isEqualTo(1);
        assertThat(part().note()).contains("not safe to use");
        assertThat(part().total().hitRatio()).isEqualTo(0.5);
        assertThat(part().forwarded()).containsEntry("uri-miss", 1L).containsEntry("stale", 1L);
    }

    @Test
    void reportsReasonForResponsesNotStored() {
        ask("/shop", "a", "no-store");
        assertThat(part().notStored()).containsEntry("response-no-store", 1L);
        assertThat(part().yaml()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void namesCauseBeforeCorrelatedFields(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            pass(Duration.ofMillis(100));
            int user = random.nextInt(6);
            String language = user % 2 == 0 ? "de" : "en";
            ask(
                    "/shop",
                    "in " + language,
                    MINUTE,
                    "Accept-Language",
                    language,
                    "Cookie",
                    "session=" + user,
                    "X-Request-Id",
                    "" + i);
        }
        assertThat(findings().leaks().get(0).by()).isEqualTo("header accept-language");
        assertThat(part().yaml()).contains("key.headers: [accept-language]").doesNotContain("cookies");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void bodyThatChangesOverTimeIsNoLeak(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            pass(Duration.ofMillis(100));
            ask("/shop", "at " + now.getEpochSecond(), MINUTE, "Cookie", "session=" + random.nextInt(4));
        }
        assertThat(findings().leaks()).isEmpty();
        assertThat(findings().lives())
                .singleElement()
                .satisfies(lives -> assertThat(lives.lifetimeSeconds()).isEqualTo(60));
        assertThat(part().yaml()).contains("revalidate: always");
    }

    @Test
    void changesByWritesDoNotCountAsTooShortLifetime() {
        for (int i = 0; i < 60; i++) {
            ask("/shop", "version " + i, MINUTE);
            pass(Duration.ofSeconds(1));
            ask("/shop", "version " + i, MINUTE);
            write();
        }
        assertThat(findings().lives()).isEmpty();
        assertThat(part().yaml()).isEmpty();
    }

    @Test
    void writeHidesNeitherUselessKeyPartNorLeak() {
        for (int i = 0; i < 150; i++) {
            if (i == 10) {
                write();
            }
            String version = i < 10 ? "old" : "new";
            ask("/shop?utm=" + i, version, MINUTE);
            ask("/shop/mine", version + i % 3, MINUTE, "Cookie", "session=" + i % 3);
        }
        assertThat(findings().uselessKeyParts())
                .extracting(DryRunReport.Useless::part)
                .containsExactly("parameter utm");
        assertThat(findings().leaks()).extracting(DryRunReport.Leak::by).containsExactly("cookie session");
        assertThat(findings().leaks().get(0).pairs().bodiesDiffer()).isZero();
    }

    @Test
    void reportsPossibleLeakIfUsersReturnTooLateToCompare() {
        for (int i = 0; i < 120; i++) {
            ask("/shop", "of " + i % 60, MINUTE, "Cookie", "session=" + i % 60);
        }
        assertThat(part().total().wrong()).isEqualTo(118);
        assertThat(findings().leaks()).isEmpty();
        assertThat(findings().notToldApart()).containsExactly("cookie session");
        assertThat(part().note()).contains("may be a leak");
        assertThat(findings().lives()).isEmpty();
        assertThat(part().yaml()).isEmpty();
    }

    @Test
    void proposesNoLifetimeForPossibleLeak() {
        for (int i = 0; i < 500; i++) {
            ask("/shop", "of all", "");
            pass(Duration.ofMinutes(2));
        }
        for (int i = 0; i < 60; i++) {
            ask("/shop/mine", "of " + i, "", "Cookie", "session=" + i);
        }
        assertThat(findings().notToldApart()).containsExactly("cookie session");
        assertThat(part().yaml()).isEmpty();
    }

    @Test
    void uniqueHeaderValuesDoNotHideThatBodyChangesOverTime() {
        for (int i = 0; i < 300; i++) {
            pass(Duration.ofMillis(100));
            ask("/shop", "at " + now.getEpochSecond(), MINUTE, "X-Request-Id", "" + i);
        }
        assertThat(findings().notToldApart()).isEmpty();
        assertThat(part().yaml()).contains("revalidate: always");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsLeakInBodyThatAlsoChangesOverTime(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            pass(Duration.ofMillis(100));
            int user = random.nextInt(4);
            ask("/shop", user + " at " + now.getEpochSecond() / 10, MINUTE, "Authorization", "Bearer " + user);
        }
        // A response to Authorization is stored only where the origin says so.
        assertThat(part().notStored()).containsKey("authorization");
        assertThat(findings().leaks()).isEmpty();
        for (int i = 0; i < 1_000; i++) {
            pass(Duration.ofMillis(100));
            int user = random.nextInt(4);
            ask(
                    "/shop",
                    user + " at " + now.getEpochSecond() / 10,
                    "public, " + MINUTE,
                    "Authorization",
                    "Bearer " + user);
        }
        assertThat(findings().leaks().get(0).by()).isEqualTo("authorization");
        assertThat(part().yaml()).contains("key.user: principal");
    }

    @Test
    void parameterThatMattersOnceIsNotUseless() {
        for (int i = 0; i < 200; i++) {
            ask("/shop?page=" + i % 3 + "&utm=" + i % 5, "page " + i % 3, MINUTE);
        }
        assertThat(findings().uselessKeyParts())
                .extracting(DryRunReport.Useless::part)
                .containsExactly("parameter utm");
        ask("/shop?page=0&utm=7", "a surprise", MINUTE);
        assertThat(findings().uselessKeyParts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "u*", "$%7Bx.y%7D"})
    void doesNotProposeIgnoringWildcardParameterNames(String name) {
        for (int i = 0; i < 60; i++) {
            ask("/shop?" + name + "=" + i, "the same", MINUTE);
        }
        assertThat(findings().uselessKeyParts())
                .extracting(DryRunReport.Useless::part)
                .containsExactly("parameter (no name)");
        assertThat(part().yaml()).isEmpty();
    }

    @Test
    void findingsOfPoolDoNotChangeRuleOfSameName() {
        for (int i = 0; i < 60; i++) {
            ask("/shop?utm=" + i, "the same", MINUTE);
            ask(new RuleScope("route", "shop", ""), "/shop/items", "items", MINUTE);
        }
        assertThat(dryRuns.report(0, 0).yaml()).isEqualTo("""
                larder:
                  rules:
                    shop-pool:
                      paths: ["/shop/**"]
                      key.query.ignore: [utm]
                """);
    }

    @Test
    void proposesTtlIfResponseStatesNone() {
        for (int i = 0; i < 500; i++) {
            pass(Duration.ofMinutes(2));
            ask("/shop", "the same", "");
        }
        assertThat(part().total().hits()).isZero();
        assertThat(part().yaml()).contains("ttl: ").doesNotContain("ttl-overrides");
    }

    @Test
    void concludesNothingFromUnreadBodies() {
        readUpTo = 5;
        for (int i = 0; i < 500; i++) {
            pass(Duration.ofSeconds(1));
            ask("/shop?a=" + i % 5, "body " + i % 7, "");
        }
        assertThat(findings().uselessKeyParts()).isEmpty();
        assertThat(findings().lives()).isEmpty();
        assertThat(part().yaml()).isEmpty();
    }

    @Test
    void findsLeakAmongManyInventedCookieNames() {
        for (int i = 0; i < 400; i++) {
            ask("/shop", "junk", MINUTE, "Cookie", cookies("fill" + i % 4 + "x", 31));
        }
        for (int i = 0; i < 400; i++) {
            String junk = i % 2 == 0 ? "" : "; " + cookies("made" + i + "x", 20);
            ask("/shop", "of " + i % 3, MINUTE, "Cookie", "session=" + i % 3 + junk);
        }
        assertThat(findings().leaks()).extracting(DryRunReport.Leak::by).contains("cookie session");
        assertThat(findings().namesNotFollowed()).isGreaterThan(1_000);
        assertThat(part().note()).startsWith("Nothing is proven");
    }

    @Test
    void findsUselessParameterAmongManyInventedNames() {
        for (int i = 0; i < 66; i++) {
            ask("/shop?n" + i + "=1", "the same", MINUTE);
            ask("/shop?n" + i + "=2", "the same", MINUTE);
        }
        for (int i = 0; i < 60; i++) {
            ask("/shop?utm_source=" + i, "the same", MINUTE);
        }
        assertThat(findings().uselessKeyParts())
                .extracting(DryRunReport.Useless::part)
                .containsExactly("parameter utm_source");
    }

    @Test
    void remembersThatParameterMattersDespiteInventedNames() {
        ask("/shop?page=1", "one", MINUTE);
        ask("/shop?page=2", "two", MINUTE);
        for (int i = 0; i < 200; i++) {
            ask("/shop?n" + i + "=1", "the same", MINUTE);
            ask("/shop?n" + i + "=2", "the same", MINUTE);
        }
        for (int i = 3; i < 70; i++) {
            ask("/shop?page=" + i, "the same", MINUTE);
        }
        assertThat(findings().uselessKeyParts()).isEmpty();
    }

    private static String cookies(String prefix, int number) {
        return IntStream.range(0, number).mapToObj(i -> prefix + i + "=1").collect(Collectors.joining("; "));
    }

    @Test
    void tracksAllNamesIfThereAreFew() {
        ask("/shop", "a", MINUTE, "Cookie", cookies("a", 9));
        ask("/shop", "a", MINUTE, "Cookie", cookies("b", 9));
        assertThat(findings().namesNotFollowed()).isZero();
        assertThat(part().note()).isEmpty();
    }

    @Tag("thorough")
    @Test
    void memoryStaysWithinLimitForUniqueRequests() {
        for (int i = 0; i < 50_000; i++) {
            ask("/shop/" + i + "?a=" + i + "&b=" + i, "body " + i, MINUTE, "Cookie", "c" + i % 5_000 + "=" + i);
        }
        assertThat(dryRuns.weight()).isLessThanOrEqualTo(DryRunEvaluator.MAX_BYTES);
        assertThat(part().total().requests()).isEqualTo(50_000);
    }
}
