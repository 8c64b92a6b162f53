package dev.larder.insight.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.describe.ReplayableRequest;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.rule.RuleTrialReport;
import dev.larder.gateway.rule.RuleTrialReport.Outcome;
import dev.larder.gateway.rule.RuleTrialVerdict;
import dev.larder.gateway.rule.RuleTrialVerdict.Crossing;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.pattern.PathPatternParser;

/** What rules would have done to traffic whose origin is a function of the test. */
class RuleComparisonTest {

    private static final int ROUNDS = 60;
    private static final String PLAIN = "";
    private static final String PRIVATE = "no-store";

    private final List<SampledExchange> sample = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private void get(String target, String content, String cacheControl, String... fields) {
        add("GET", target, content, cacheControl, fields);
    }

    private void add(String method, String target, String content, String cacheControl, String... fields) {
        now = now.plusMillis(100);
        var head = new RequestHead(method, URI.create("http://origin.test" + target), HeaderFields.of(fields));
        HeaderFields response =
                cacheControl.isEmpty() ? HeaderFields.EMPTY : HeaderFields.of("Cache-Control", cacheControl);
        sample.add(new SampledExchange(
                ReplayableRequest.of("route", head, Optional.empty()),
                new ResponseHead(200, response),
                Optional.of(new BodyDigest(content.hashCode(), 1, content.length())),
                new ReceptionTimes(now, now, now),
                false));
    }

    private RuleTrialReport compare(RuleSnapshot current, RuleSnapshot proposed) {
        return compare(current, proposed, OptionalDouble.empty());
    }

    private RuleTrialReport compare(RuleSnapshot current, RuleSnapshot proposed, OptionalDouble maxLoss) {
        var context = new RuleReplay.Context((length, rule) -> length.orElse(0) < 1000, new OriginTags(List.of()));
        return RuleComparison.of(sample, current, proposed, context, maxLoss);
    }

    private void accounts() {
        for (int i = 0; i < ROUNDS; i++) {
            String user = i % 2 == 0 ? "alice" : "bob";
            get("/account", "account of " + user, PLAIN, "Cookie", "theme=dark; session=" + user);
        }
    }

    @Test
    void reportsPersonalResponseSharedAcrossUsersAndNamesCookie() {
        accounts();
        RuleTrialReport report = compare(rules(), rules(rule("account", 60, KeySettings.PLAIN)));
        assertThat(report.verdict())
                .isEqualTo(new RuleTrialVerdict.Crosses(
                        List.of(new Crossing("account", ROUNDS / 2, "key.cookies: session"))));
        assertThat(report.verdict().isRefusal()).isTrue();
        assertThat(report.verdict().text())
                .contains("rule account, 30 requests", "key.cookies: session", "mode=accept");
        assertThat(report.total().before()).isEqualTo(new Outcome(ROUNDS, 0, 0, 0, 0));
        assertThat(report.total().after()).isEqualTo(new Outcome(ROUNDS, ROUNDS - 1, 1, ROUNDS / 2, ROUNDS / 2));
    }

    @Test
    void reportsSingleSharedResponseAndNamesAuthorization() {
        get("/account", "account of alice", "public, max-age=60", "Authorization", "a");
        get("/account", "account of bob", "public, max-age=60", "Authorization", "b");
        RuleTrialReport report = compare(
                rules(rule("account", 60, key(List.of("Authorization"), List.of()))),
                rules(rule("account", 60, KeySettings.PLAIN)));
        assertThat(report.verdict())
                .isEqualTo(new RuleTrialVerdict.Crosses(
                        List.of(new Crossing("account", 1, "key.headers: Authorization"))));
    }

    @Test
    void keyThatSeparatesUsersIsHarmless() {
        accounts();
        RuleTrialReport report = compare(rules(), rules(rule("account", 60, key(List.of(), List.of("session")))));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(report.total().after()).isEqualTo(new Outcome(ROUNDS, ROUNDS - 2, 2, 0, 0));
    }

    @Test
    void sharingThatAlreadyExistsDoesNotRefuseAnotherChange() {
        accounts();
        RuleTrialReport report =
                compare(rules(rule("account", 60, KeySettings.PLAIN)), rules(rule("account", 90, KeySettings.PLAIN)));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(report.total().before().crossed()).isEqualTo(ROUNDS / 2);
    }

    @Test
    void changingPublicResponseIsNotReportedAsPersonal() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/news", "news " + i / 20, PLAIN, "Cookie", "session=" + i % 3);
        }
        RuleTrialReport report = compare(rules(), rules(rule("news", 60, KeySettings.PLAIN)));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(report.total().after()).isEqualTo(new Outcome(ROUNDS, ROUNDS - 1, 1, ROUNDS - 20, 0));
    }

    @Test
    void changeSeenFirstByNewUserIsHarmless() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/news", "old", PLAIN, "Cookie", "session=" + i % 2);
        }
        get("/news", "new", PLAIN, "Cookie", "session=2");
        get("/news", "new", PLAIN, "Cookie", "session=0");
        RuleTrialReport report = compare(rules(), rules(rule("news", 60, KeySettings.PLAIN)));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(report.total().after().different()).isEqualTo(2);
    }

    @Test
    void outdatedResponseOfSameUserIsHarmless() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/account", "visit " + i, PLAIN, "Cookie", "session=alice");
        }
        RuleTrialReport report = compare(rules(), rules(rule("account", 60, KeySettings.PLAIN)));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(report.total().after()).isEqualTo(new Outcome(ROUNDS, ROUNDS - 1, 1, ROUNDS - 1, 0));
    }

    @Test
    void reportsPersonalResponseServedToAnonymousButNotTheReverse() {
        get("/account", "please log in", PLAIN, "User-Agent", "a");
        get("/account", "account of alice", PLAIN, "Cookie", "session=alice");
        assertThat(compare(rules(), rules(rule("account", 60, KeySettings.PLAIN)))
                        .total()
                        .after())
                .isEqualTo(new Outcome(2, 1, 1, 1, 0));
        now = now.plusSeconds(100);
        get("/account", "account of alice", PLAIN, "Cookie", "session=alice");
        get("/account", "please log in", PLAIN, "User-Agent", "b");
        assertThat(compare(rules(), rules(rule("account", 60, KeySettings.PLAIN)))
                        .verdict())
                .isEqualTo(new RuleTrialVerdict.Crosses(List.of(new Crossing("account", 1, "key.cookies: session"))));
    }

    @Test
    void dryRunRulesServeNothing() {
        accounts();
        RequestRule active = rule("account", 60, key(List.of(), List.of("session")));
        var watched = new RequestRule(
                active.name(),
                active.paths(),
                active.routes(),
                active.invalidation(),
                active.policy(),
                active.key(),
                RuleOptions.PLAIN.withDryRun(true),
                "");
        RuleTrialReport report = compare(rules(watched), rules(active));
        assertThat(report.total().before()).isEqualTo(new Outcome(ROUNDS, 0, 0, 0, 0));
        assertThat(report.total().after().hits()).isEqualTo(ROUNDS - 2);
    }

    @Test
    void commonEmptyCartDoesNotHidePersonalCart() {
        for (int i = 0; i < 10; i++) {
            get("/cart", "empty", PRIVATE, "Cookie", "session=" + i % 2);
        }
        get("/cart", "a book for 1", PLAIN, "Cookie", "session=1");
        get("/cart", "empty", PLAIN, "Cookie", "session=0");
        RuleTrialReport report = compare(rules(), rules(rule("cart", 60, KeySettings.PLAIN)));
        assertThat(report.verdict())
                .isEqualTo(new RuleTrialVerdict.Crosses(List.of(new Crossing("cart", 1, "key.cookies: session"))));
    }

    @Test
    void tenantDifferencesAreNotMistakenForChange() {
        for (int i = 0; i < ROUNDS; i++) {
            int user = i % 4;
            get("/tenant", "tenant " + user % 2, PLAIN, "X-User", "user " + user);
        }
        RuleTrialReport report = compare(rules(), rules(rule("tenant", 60, KeySettings.PLAIN)));
        assertThat(report.verdict())
                .isEqualTo(new RuleTrialVerdict.Crosses(
                        List.of(new Crossing("tenant", ROUNDS / 2, "key.headers: x-user"))));
    }

    @Test
    void refusesLossOfHitsOnlyBeyondConfiguredLimit() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/list?utm_source=" + i % 30, "list", PLAIN);
        }
        RuleSnapshot current = rules(rule("list", 60, ignoring("utm_source")));
        RuleSnapshot proposed = rules(rule("list", 60, KeySettings.PLAIN));
        RuleTrialReport report = compare(current, proposed, OptionalDouble.of(0.1));
        assertThat(report.verdict()).isEqualTo(new RuleTrialVerdict.LosesHits(59.0 / 60, 30.0 / 60, 0.1));
        assertThat(report.verdict().isRefusal()).isTrue();
        assertThat(compare(current, proposed, OptionalDouble.of(0.5)).verdict())
                .isEqualTo(new RuleTrialVerdict.Harmless());
        assertThat(compare(current, proposed).verdict()).isEqualTo(new RuleTrialVerdict.Harmless());
    }

    @Test
    void verdictIsUnknownForTooLittleTraffic() {
        assertThat(compare(rules(), rules(rule("list", 60, KeySettings.PLAIN))).verdict())
                .isInstanceOf(RuleTrialVerdict.Unknown.class);
        for (int i = 0; i < RuleComparison.FEWEST - 1; i++) {
            get("/list", "list", PLAIN);
        }
        for (int i = 0; i < ROUNDS; i++) {
            get("/elsewhere", "list", PLAIN);
        }
        RuleTrialReport report = compare(rules(), rules(rule("list", 60, KeySettings.PLAIN)), OptionalDouble.of(0));
        assertThat(report.verdict()).isInstanceOf(RuleTrialVerdict.Unknown.class);
        assertThat(report.verdict().isRefusal()).isFalse();
        assertThat(report.sample().orElseThrow().concerned()).isEqualTo(RuleComparison.FEWEST - 1);
        get("/list", "list", PLAIN);
        assertThat(compare(rules(), rules(rule("list", 60, KeySettings.PLAIN))).verdict())
                .isEqualTo(new RuleTrialVerdict.Harmless());
    }

    @Test
    void replayedWritesInvalidateAccordingToRules() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/list/" + i % 2, "version " + i / 10, PLAIN);
            if (i % 10 == 9) {
                add("POST", "/list", "", PLAIN);
            }
        }
        RuleTrialReport report = compare(rules(), rules(rule("list", 600, KeySettings.PLAIN)));
        assertThat(report.total().after()).isEqualTo(new Outcome(ROUNDS, ROUNDS - 12, 12, 0, 0));
    }

    @Test
    void concurrentRequestsAreNotHitsOfEachOther() {
        for (int i = 0; i < 2; i++) {
            get("/list", "list", PLAIN);
        }
        SampledExchange first = sample.get(0);
        sample.set(
                0,
                new SampledExchange(
                        first.request(),
                        first.response(),
                        first.body(),
                        new ReceptionTimes(first.times().requestTime(), now.plusSeconds(1), now.plusSeconds(1)),
                        false));
        RuleTrialReport report = compare(rules(), rules(rule("list", 60, KeySettings.PLAIN)));
        assertThat(report.total().after().hits()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cookie: session=bob", "Accept: */*"})
    void reportsResponseServedInPlaceOfRefusal(String field) {
        for (int i = 0; i < ROUNDS; i++) {
            get("/secret", "secret of alice", PLAIN, "Cookie", "session=alice");
            add(i % 2 == 0 ? 401 : 403, "/secret", "no", HeaderFields.EMPTY, field.split(": "));
        }
        assertThat(crossings("secret", KeySettings.PLAIN)).isEqualTo(ROUNDS);
    }

    @Test
    void reportsUserSpecificHeadersServedToOthers() {
        for (int i = 0; i < ROUNDS; i++) {
            String user = i % 2 == 0 ? "alice" : "bob";
            add(301, "/me", "with location of " + user, HeaderFields.EMPTY, "Cookie", "session=" + user);
            add(
                    200,
                    "/me/page",
                    "with cookie of " + user,
                    HeaderFields.of(
                            "ETag", "W/\"same\"", "Set-Cookie", "concealed=", "Cache-Control", "public, max-age=60"),
                    "Cookie",
                    "session=" + user);
        }
        assertThat(crossings("me", KeySettings.PLAIN)).isEqualTo(ROUNDS);
    }

    @Test
    void reportsSharingCausedByIgnoredCredentialParameter() {
        for (int i = 0; i < ROUNDS; i++) {
            String user = i % 2 == 0 ? "alice" : "bob";
            get("/account?token=" + user, "account of " + user, PLAIN);
        }
        assertThat(crossings("account", ignoring("token"))).isEqualTo(ROUNDS / 2);
    }

    /** Twenty thousand distinct requesters are compared in far less time than all pairs of them would take. */
    @Test
    @Timeout(20)
    void comparesFullSampleWithinTwentySeconds() {
        int each = TrafficSample.MOST / 4;
        for (int i = 0; i < 2 * each; i++) {
            get("/account/" + i % each, (i < each ? "alice " : "bob ") + i, PLAIN, "Cookie", "session=" + i / each);
            get("/account/news", i < 2 ? "old" : "new", PLAIN, "Cookie", "visitor=" + i);
        }
        assertThat(crossings("account", KeySettings.PLAIN)).isGreaterThanOrEqualTo(each);
    }

    @Test
    void traceIdentifiersDoNotDistinguishUsers() {
        for (int i = 0; i < ROUNDS; i++) {
            get("/news", "news " + i / 20, PLAIN, "X-Amzn-Trace-Id", "Root=1-" + i, "CF-Ray", "" + i);
        }
        assertThat(crossings("news", KeySettings.PLAIN)).isZero();
    }

    @Test
    void requestsKeyedByContentAreNoEvidence() {
        for (int i = 0; i < ROUNDS; i++) {
            add("QUERY", "/account", "x", PLAIN, "Cookie", "session=" + i % 2);
        }
        assertThat(compare(rules(), rules(rule("account", 60, KeySettings.PLAIN)))
                        .verdict())
                .isInstanceOf(RuleTrialVerdict.Unknown.class);
    }

    private long crossings(String rule, KeySettings key) {
        return compare(rules(), rules(rule(rule, 6000, key))).total().after().crossed();
    }

    private void add(int status, String target, String content, HeaderFields response, String... fields) {
        now = now.plusMillis(10);
        var head = new RequestHead("GET", URI.create("http://origin.test" + target), HeaderFields.of(fields));
        sample.add(new SampledExchange(
                ReplayableRequest.of("route", head, Optional.empty()),
                new ResponseHead(status, response),
                Optional.of(new BodyDigest(content.hashCode(), 1, content.length())),
                new ReceptionTimes(now, now, now),
                false));
    }

    @Test
    void doesNotStoreTooLargeResponses() {
        get("/list", "x".repeat(1000), PLAIN);
        get("/list", "x".repeat(1000), PLAIN);
        RuleTrialReport report = compare(rules(), rules(rule("list", 60, KeySettings.PLAIN)));
        assertThat(report.total().after()).isEqualTo(new Outcome(2, 0, 0, 0, 0));
    }

    private static KeySettings key(List<String> fields, List<String> cookies) {
        return new KeySettings(true, QueryKey.ALL, fields, cookies, Optional.empty(), OptionalInt.empty());
    }

    private static KeySettings ignoring(String parameter) {
        return new KeySettings(
                true,
                new QueryKey(List.of(), List.of(parameter), false),
                List.of(),
                List.of(),
                Optional.empty(),
                OptionalInt.empty());
    }

    private static RuleSnapshot rules(RequestRule... rules) {
        return RuleSnapshot.revised(
                List.of(rules), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE, PoolPrefixes.NONE);
    }

    private static RequestRule rule(String name, int ttl, KeySettings key) {
        return new RequestRule(
                name,
                List.of(PathPatternParser.defaultInstance.parse('/' + name + "/**")),
                Set.of(),
                InvalidationSettings.PLAIN,
                CachePolicy.DEFAULT.withTtl(Duration.ofSeconds(ttl)),
                key,
                RuleOptions.PLAIN,
                "");
    }
}
