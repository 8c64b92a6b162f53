package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.pattern.PathPatternParser;

/** Filter before metadata before route before path before nothing: the table of docs/rules.md. */
class RuleSetTest {

    private final RuleSet rules = new RuleSet(
            List.of(
                    rule("filter", CachePolicy.DEFAULT),
                    rule("metadata", CachePolicy.DEFAULT),
                    new RequestRule(
                            "route",
                            List.of(),
                            Set.of("users"),
                            InvalidationSettings.PLAIN,
                            CachePolicy.DEFAULT,
                            KeySettings.PLAIN,
                            RuleOptions.PLAIN,
                            ""),
                    rule("wide", CachePolicy.DEFAULT, "/users/**"),
                    rule("writes", CachePolicy.DEFAULT.withMethods(Set.of()), "/users/{id}"),
                    rule("reads", CachePolicy.DEFAULT, "/users/{id}")),
            CachePolicy.DEFAULT,
            Couplings.NONE);

    @ParameterizedTest
    @CsvSource({
        "filter, metadata, users, filter",
        ", metadata, users, metadata",
        ", , users, route",
        ", , other, reads",
        ", unknown, other, reads",
    })
    void filterPrecedesMetadataRouteAndPath(String filter, String metadata, String route, String expected) {
        Map<String, Object> held = metadata == null ? Map.of() : Map.of(RuleSnapshot.METADATA, metadata);
        Optional<RequestRule> ofRoute = rules.current().ofRoute(Optional.ofNullable(filter), route, held);
        assertThat(rules.reach(new NamedTarget("GET", URI.create("http://o/users/5")), ofRoute)
                        .rule()
                        .name())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/users/5, reads", "/users/5/skills, wide", "/users, wide", "/skills, ''"})
    void mostSpecificPathPatternApplies(String path, String expected) {
        assertThat(rules.reach(URI.create("http://o" + path)).rule().name()).isEqualTo(expected);
    }

    @Test
    void findsReadRuleOfWriteByItsPath() {
        RequestRule writes = rules.named("writes").orElseThrow();
        assertThat(rules.current()
                        .ofReads(URI.create("http://o/users/5"), writes)
                        .name())
                .isEqualTo("reads");
        RequestRule reads = rules.named("wide").orElseThrow();
        assertThat(rules.current().ofReads(URI.create("http://o/users/5"), reads))
                .isEqualTo(reads);
    }

    @Test
    void poolNameUsesPathVariables() {
        var invalidation = new InvalidationSettings(
                Optional.of("user-{id}"), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
        var named = new RequestRule(
                "named",
                List.of(PathPatternParser.defaultInstance.parse("/users/{id}/**")),
                Set.of(),
                invalidation,
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
        var only = new RuleSet(List.of(named), CachePolicy.DEFAULT, Couplings.NONE);
        assertThat(only.reach(URI.create("http://o/users/5/skills")).pool()).isEqualTo("user-5");
        assertThat(only.reach(new NamedTarget("GET", URI.create("http://o/users/5")), Optional.of(named))
                        .pool())
                .isEqualTo("user-5");
    }

    /** A verb or an ending behind an id may be no part of it. */
    @ParameterizedTest
    @CsvSource({
        "/users/5:close, 5:close, POOL",
        "/users/5.json, 5.json, POOL",
        "'/users/a,b', 'a,b', POOL",
        "/users/05%3Ax, 05:x, POOL",
        "/users/5:close, 5:close, COLLECTION",
        "/users/5:close, 5:close, PATH"
    })
    void writesAlsoInvalidatePoolOfIdWithoutVerbOrExtension(String path, String whole, InvalidationScope scope) {
        var only = new RuleSet(
                List.of(ofUsers("/users/{id}/**", scope)),
                CachePolicy.DEFAULT,
                new Couplings(Map.of("user-5", Set.of("coupled"))));
        ResourceTags tags = only.reach(URI.create("http://o" + path));
        String id = whole.startsWith("a") ? "a" : "5";
        assertThat(tags.ofWrite()).contains(CacheTags.pool("of-" + id));
        assertThat(tags.ofOrderedWrite()).contains(CacheTags.pool("of-" + id));
        assertThat(tags.ofWrite().contains(CacheTags.pool("user-" + id))).isEqualTo(scope == InvalidationScope.POOL);
        assertThat(tags.ofWrite().contains(CacheTags.pool("coupled"))).isEqualTo(id.equals("5"));
        assertThat(tags.pool()).isNotEqualTo("user-" + id);
        assertThat(tags.ofResponse()).doesNotContain(CacheTags.pool("user-" + id));
    }

    /** A client behind a route that strips a prefix names the destination with it. */
    @ParameterizedTest
    @ValueSource(strings = {"/users/7", "/shop/users/7"})
    void destinationMatchesRulesWithAndWithoutStrippedPrefix(String destination) {
        var invalidation = new InvalidationSettings(
                Optional.of("user-{id}"),
                InvalidationScope.POOL,
                Set.of("of-{id}"),
                SegmentGlobs.NONE,
                ContentPools.NONE);
        var named = new RequestRule(
                "named",
                List.of(PathPatternParser.defaultInstance.parse("/users/{id}/**")),
                Set.of(),
                invalidation,
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
        var only = new RuleSet(List.of(named), CachePolicy.DEFAULT, new Couplings(Map.of()));
        ResourceTags tags =
                only.reach(new NamedTarget("MOVE", URI.create("http://o/items/1"), "/shop/items/1"), Optional.empty());
        assertThat(tags.ofDestination(URI.create("http://h" + destination), URI.create("http://h/shop/items/1")))
                .contains(CacheTags.pool("user-7"), CacheTags.pool("of-7"));
    }

    /** The id of a mail address, a host or a version has such characters itself. */
    @ParameterizedTest
    @CsvSource({
        "/users/acme.example:close, acme.example",
        "/users/joe@x.example:close, joe@x.example",
        "/users/1.2.json, 1.2",
        "/users/1.2.3;v=4.json, 1.2.3",
        "/users/a.tar.gz, a",
        "/users/1.3.6.1.4.1.2.3.4.5.6.7.8.9.10.11.12.13:close, 1.3.6.1.4.1.2.3.4.5.6.7.8.9.10.11.12.13",
        "/users/5:close.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18, 5"
    })
    void writesInvalidatePoolOfIdThatContainsSeparators(String path, String id) {
        var only = new RuleSet(
                List.of(ofUsers("/users/{id}/**", InvalidationScope.POOL)), CachePolicy.DEFAULT, Couplings.NONE);
        assertThat(only.reach(URI.create("http://o" + path)).ofWrite())
                .contains(CacheTags.pool("user-" + id), CacheTags.pool("of-" + id));
    }

    /** What has more of them is no id with an ending: a request must not cost without end. */
    @Test
    void numberOfPoolsInvalidatedByWriteIsBounded() {
        var only = new RuleSet(
                List.of(ofUsers("/users/{id}/**", InvalidationScope.POOL)), CachePolicy.DEFAULT, Couplings.NONE);
        assertThat(only.reach(URI.create("http://o/users/a" + ".b".repeat(2_000)))
                        .ofWrite())
                .hasSizeLessThan(50);
    }

    private static RequestRule ofUsers(String pattern, InvalidationScope scope) {
        return new RequestRule(
                "named",
                List.of(PathPatternParser.defaultInstance.parse(pattern)),
                Set.of(),
                new InvalidationSettings(
                        Optional.of("user-{id}"), scope, Set.of("of-{id}"), SegmentGlobs.NONE, ContentPools.NONE),
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/users/5", "/users/5.json", "/users/5:close", "/users/5/skills", "/users/5.json/skills"})
    void pathVariableMayExcludeVerbOrExtension(String path) {
        var only = new RuleSet(
                List.of(ofUsers("/users/{id:[^:.,;]+}{suffix:.*}/**", InvalidationScope.POOL)),
                CachePolicy.DEFAULT,
                Couplings.NONE);
        assertThat(only.reach(URI.create("http://o" + path)).pool()).isEqualTo("user-5");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/users/5, users, /api/v1/users",
        "/api/v1/users, users, /api/v1/users",
        "/api/v1, v1, /api/v1",
        "/api/5, api, /api",
        "/users/5, users, /users",
        "/, '', /"
    })
    void poolNameSkipsPrefixesIfCollectionSegmentFollows(String path, String pool, String poolPath) {
        var prefixed = new RuleSet(
                List.of(),
                RequestRule.none(CachePolicy.DEFAULT, false),
                Couplings.NONE,
                new PoolPrefixes(new SegmentGlobs(List.of("api", "v#*"))));
        ResourceTags tags = prefixed.reach(URI.create("http://o" + path));
        assertThat(tags.pool()).isEqualTo(pool);
        assertThat(tags.defaultPoolPath()).isEqualTo(poolPath);
    }

    @Test
    void ruleWithoutPathsOrRoutesIsUnusedUntilItIsNamed() {
        assertThat(rules.unused()).containsExactly("filter", "metadata");
        rules.use("filter");
        assertThat(rules.unused()).containsExactly("metadata");
    }

    @Test
    void resourceTagsKeepRulesOfTheirLookup() {
        ResourceTags before = rules.reach(URI.create("http://o/users/5"));
        rules.replace(new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current());
        assertThat(before.rule().name()).isEqualTo("reads");
        assertThat(before.rules().named("writes")).isPresent();
        assertThat(rules.reach(URI.create("http://o/users/5")).rule().name()).isEmpty();
    }

    @Test
    void writeAlsoInvalidatesPoolsOfRulesInstalledMeanwhile() {
        URI target = URI.create("http://o/users/5");
        RuleSnapshot before = rules.current();
        ResourceTags write = rules.reach(new NamedTarget("POST", target), Optional.empty());
        assertThat(write.ofWriteByNow()).isEmpty();
        rules.replace(new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current());
        assertThat(write.ofWriteByNow()).isEmpty();
        var pool = new InvalidationSettings(
                Optional.of("p"), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
        var pooled = new RequestRule(
                "wide",
                List.of(PathPatternParser.defaultInstance.parse("/users/**")),
                Set.of(),
                pool,
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
        RuleSnapshot wider = new RuleSet(List.of(pooled), CachePolicy.DEFAULT, Couplings.NONE).current();
        rules.replace(wider);
        assertThat(write.ofWriteByNow()).contains(CacheTags.pool("p"));
        rules.replace(before);
        assertThat(write.ofWriteByNow()).isEmpty();
        rules.replace(wider);
        rules.replace(before);
        rules.replace(wider);
        assertThat(write.ofWriteByNow()).contains(CacheTags.pool("p"));
    }

    @Test
    void writeAlsoInvalidatesPoolsOfRouteRulesInstalledMeanwhile() {
        URI target = URI.create("http://o/users/5");
        ResourceTags write = rules.reach(new NamedTarget("POST", target), Optional.empty());
        var pool = new InvalidationSettings(
                Optional.of("p"), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE);
        var routed = new RequestRule(
                "routed",
                List.of(),
                Set.of("shop"),
                pool,
                CachePolicy.DEFAULT,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
        rules.replace(new RuleSet(List.of(routed), CachePolicy.DEFAULT, Couplings.NONE).current());
        assertThat(write.ofWriteByNow()).contains(CacheTags.pool("p"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"100%25", "%2525", "a%2520b", "a;b"})
    void matchesRuleForPathsWithEncodedCharacters(String segment) {
        assertThat(rules.reach(URI.create("http://o/users/" + segment)).rule().name())
                .isEqualTo("reads");
    }

    @Test
    void firstRuleByNameAppliesAmongEquallySpecificPatterns() {
        RequestRule one = rule("one", CachePolicy.DEFAULT, "/u{a}/x");
        RequestRule two = rule("two", CachePolicy.DEFAULT, "/{b}u/x");
        for (List<RequestRule> order : List.of(List.of(one, two), List.of(two, one))) {
            assertThat(new RuleSet(order, CachePolicy.DEFAULT, Couplings.NONE)
                            .reach(URI.create("http://o/uu/x"))
                            .rule())
                    .isEqualTo(one);
        }
    }

    @Test
    void oldSnapshotDoesNotRetainIntermediateSnapshots() {
        RuleSnapshot old = rules.current();
        var passing = new WeakReference<>(new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current());
        rules.replace(Objects.requireNonNull(passing.get()));
        rules.replace(new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current());
        for (int round = 0; round < 50 && passing.get() != null; round++) {
            System.gc();
        }
        assertThat(passing.get()).isNull();
        assertThat(old.latest()).isSameAs(rules.current());
    }

    @Test
    void checkingCandidateRulesDoesNotChangeLatestSnapshot() {
        RuleSnapshot old = rules.current();
        rules.replace(new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current());
        rules.with(old);
        assertThat(old.latest()).isSameAs(rules.current());
    }

    @Test
    void notifiesListenerOnceWhenRulesAreReplaced() {
        List<RuleSnapshot> seen = new ArrayList<>();
        rules.whenReplaced(() -> seen.add(rules.current()));
        RuleSnapshot next = new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).current();
        rules.replace(next);
        rules.replace(next);
        assertThat(seen).containsExactly(next);
    }

    @Test
    void candidateRulesInheritUsedRuleNames() {
        rules.use("filter");
        RuleSet candidate = rules.with(rules.current());
        candidate.use("metadata");
        assertThat(candidate.unused()).isEmpty();
        assertThat(rules.unused()).containsExactly("metadata");
    }

    private static RequestRule rule(String name, CachePolicy policy, String... paths) {
        return new RequestRule(
                name,
                Arrays.stream(paths)
                        .map(PathPatternParser.defaultInstance::parse)
                        .toList(),
                Set.of(),
                InvalidationSettings.PLAIN,
                policy,
                KeySettings.PLAIN,
                RuleOptions.PLAIN,
                "");
    }
}
