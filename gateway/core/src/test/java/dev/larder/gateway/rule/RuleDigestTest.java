package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.CookiePolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.pattern.PathPatternParser;

/** Responses stored under other settings are told apart, and only those. */
class RuleDigestTest {

    private static final RequestRule PLAIN =
            rule("a", InvalidationSettings.PLAIN, CachePolicy.DEFAULT, KeySettings.PLAIN, RuleOptions.PLAIN, "/a/**");

    @Test
    void eachSettingGivesAnotherDigest() {
        KeySettings key = KeySettings.PLAIN;
        CachePolicy policy = CachePolicy.DEFAULT;
        List<RequestRule> rules = List.of(
                PLAIN,
                with(policy.withTtl(Duration.ofSeconds(30))),
                with(policy.withTtl(Duration.ofSeconds(31))),
                with(policy.withTypeTtl(Map.of("text/html", Duration.ofSeconds(30)))),
                with(policy.withStatusTtl(Map.of(404, Duration.ofSeconds(30)))),
                with(policy.withCookies(CookiePolicy.STRIP)),
                with(policy.withAlwaysValidate(true)),
                with(new KeySettings(false, key.query(), List.of(), List.of(), Optional.empty(), OptionalInt.empty())),
                with(new KeySettings(
                        true, key.query(), List.of("a"), List.of(), Optional.empty(), OptionalInt.empty())),
                with(new KeySettings(
                        true, key.query(), List.of(), List.of("a"), Optional.empty(), OptionalInt.empty())),
                with(new KeySettings(
                        true,
                        new QueryKey(List.of(), List.of("a"), false),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        OptionalInt.empty())),
                with(new ResponseFieldRules(Set.of("x-a"), Optional.empty())),
                with(new ResponseFieldRules(Set.of(), Optional.of(Set.of("x-a")))),
                with(new ResponseFieldRules(Set.of(), Optional.of(Set.of()))),
                with(new InvalidationSettings(
                        Optional.of("p"),
                        InvalidationScope.COLLECTION,
                        Set.of(),
                        SegmentGlobs.NONE,
                        ContentPools.NONE)),
                with(new InvalidationSettings(
                        Optional.empty(),
                        InvalidationScope.COLLECTION,
                        Set.of(),
                        new SegmentGlobs(List.of("sku-*")),
                        ContentPools.NONE)));
        assertThat(rules).extracting(rule -> RuleDigest.of(rule, "")).doesNotHaveDuplicates();
    }

    @Test
    void digestIgnoresOrderOfSetsButNotOfLists() {
        Set<String> one = new LinkedHashSet<>(List.of("a", "b", "c"));
        Set<String> other = new LinkedHashSet<>(List.of("c", "b", "a"));
        assertThat(RuleDigest.text(one)).isEqualTo(RuleDigest.text(other));
        assertThat(RuleDigest.text(Map.of("k", one))).isEqualTo(RuleDigest.text(Map.of("k", other)));
        assertThat(RuleDigest.text(List.of("a", "b"))).isNotEqualTo(RuleDigest.text(List.of("b", "a")));
        assertThat(RuleDigest.text(List.of("a", "b"))).isNotEqualTo(RuleDigest.text(List.of("a1:b")));
    }

    @Test
    void digestTextContainsNoIdentityHashes() {
        assertThat(RuleDigest.text(PLAIN)).doesNotContainPattern("@[0-9a-f]{5,}");
        assertThat(RuleDigest.of(PLAIN, "")).hasSize(12);
    }

    @Test
    void pathsAffectDigestOnlyIfPoolNameUsesTheirVariables() {
        RequestRule more = rule(
                "a",
                InvalidationSettings.PLAIN,
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "/a/**",
                "/b");
        assertThat(RuleDigest.of(more, "")).isEqualTo(RuleDigest.of(PLAIN, ""));
        var templated = new InvalidationSettings(
                Optional.of("p-{id}"), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
        assertThat(RuleDigest.of(pooled(templated, "/a/{id}/**"), ""))
                .isNotEqualTo(RuleDigest.of(pooled(templated, "/{id}/a"), ""));
    }

    @Test
    void ruleWithoutInvalidationSettingsKeepsRevisionsOfOthers() {
        RequestRule pooled = pooled(pool("p"), "/p/**");
        RequestRule elsewhere = named("elsewhere", "/q/**");
        assertThat(snapshot(pooled, elsewhere).hasSameInvalidation(snapshot(pooled)))
                .isTrue();
        assertThat(revision(snapshot(pooled, elsewhere), "pooled")).isEqualTo(revision(snapshot(pooled), "pooled"));
    }

    @Test
    void changeThatAffectsInvalidationAltersAllRevisions() {
        RequestRule pooled = pooled(pool("p"), "/p/**");
        RuleSnapshot before = snapshot(pooled, named("a", "/a/**"));
        for (RuleSnapshot after : List.of(
                snapshot(pooled(pool("q"), "/p/**"), named("a", "/a/**")),
                snapshot(pooled(pool("p"), "/p/*"), named("a", "/a/**")),
                snapshot(named("a", "/a/**")),
                snapshot(pooled, named("a", "/a/**"), named("shadow", "/p/q/**")),
                snapshot(pooled, onRoute(named("a", "/a/**"))),
                snapshot(pooled, posting("/a/**")))) {
            assertThat(after.hasSameInvalidation(before)).isFalse();
            assertThat(revision(after, "a")).isNotEqualTo(revision(before, "a"));
            assertThat(after.none().revision()).isNotEqualTo(before.none().revision());
        }
    }

    @Test
    void couplingsAndPoolPrefixesArePartOfRevision() {
        RequestRule none = RequestRule.none(CachePolicy.DEFAULT, false);
        RuleSnapshot plain = RuleSnapshot.revised(List.of(), none, Couplings.NONE, PoolPrefixes.NONE);
        RuleSnapshot coupled =
                RuleSnapshot.revised(List.of(), none, new Couplings(Map.of("a", Set.of("b"))), PoolPrefixes.NONE);
        RuleSnapshot prefixed = RuleSnapshot.revised(
                List.of(), none, Couplings.NONE, new PoolPrefixes(new SegmentGlobs(List.of("api"))));
        assertThat(List.of(plain, coupled, prefixed))
                .extracting(snapshot -> snapshot.none().revision())
                .doesNotHaveDuplicates();
    }

    private static String revision(RuleSnapshot rules, String name) {
        return rules.named(name).orElseThrow().revision();
    }

    private static RuleSnapshot snapshot(RequestRule... rules) {
        return RuleSnapshot.revised(
                List.of(rules), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE, PoolPrefixes.NONE);
    }

    private static InvalidationSettings pool(String name) {
        return new InvalidationSettings(
                Optional.of(name), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
    }

    private static RequestRule pooled(InvalidationSettings invalidation, String path) {
        return rule("pooled", invalidation, CachePolicy.DEFAULT, KeySettings.PLAIN, RuleOptions.PLAIN, path);
    }

    private static RequestRule named(String name, String path) {
        return rule(name, InvalidationSettings.PLAIN, CachePolicy.DEFAULT, KeySettings.PLAIN, RuleOptions.PLAIN, path);
    }

    private static RequestRule onRoute(RequestRule rule) {
        return new RequestRule(
                rule.name(),
                rule.paths(),
                Set.of("r"),
                rule.invalidation(),
                rule.policy(),
                rule.key(),
                rule.handling(),
                "");
    }

    private static RequestRule posting(String path) {
        CachePolicy posts = CachePolicy.DEFAULT.withMethods(Set.of("GET", "POST"));
        return rule("a", InvalidationSettings.PLAIN, posts, KeySettings.PLAIN, RuleOptions.PLAIN, path);
    }

    private static RequestRule with(CachePolicy policy) {
        return rule("a", InvalidationSettings.PLAIN, policy, KeySettings.PLAIN, RuleOptions.PLAIN, "/a/**");
    }

    private static RequestRule with(KeySettings key) {
        return rule("a", InvalidationSettings.PLAIN, CachePolicy.DEFAULT, key, RuleOptions.PLAIN, "/a/**");
    }

    private static RequestRule with(InvalidationSettings invalidation) {
        return rule("a", invalidation, CachePolicy.DEFAULT, KeySettings.PLAIN, RuleOptions.PLAIN, "/a/**");
    }

    private static RequestRule with(ResponseFieldRules fields) {
        var options =
                new RuleOptions(CacheBypass.NONE, true, OptionalLong.empty(), Optional.empty(), fields, false, false);
        return rule("a", InvalidationSettings.PLAIN, CachePolicy.DEFAULT, KeySettings.PLAIN, options, "/a/**");
    }

    private static RequestRule rule(
            String name,
            InvalidationSettings invalidation,
            CachePolicy policy,
            KeySettings key,
            RuleOptions options,
            String... paths) {
        return new RequestRule(
                name,
                Arrays.stream(paths)
                        .map(PathPatternParser.defaultInstance::parse)
                        .toList(),
                Set.of(),
                invalidation,
                policy,
                key,
                options,
                "");
    }
}
