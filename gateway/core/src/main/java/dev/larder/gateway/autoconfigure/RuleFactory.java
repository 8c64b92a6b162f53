package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.KeySettings.UserKey;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResponseFieldRules;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.rfc9111.CachePolicy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.util.pattern.PathPatternParser;

/** Creates rules from properties that {@link RuleChecks} has accepted. */
final class RuleFactory {

    private static final PathPatternParser PATHS = paths();

    private RuleFactory() {}

    /** Spellings of a path that differ in case have the same rule, as they are the same resource for writes. */
    private static PathPatternParser paths() {
        var parser = new PathPatternParser();
        parser.setCaseSensitive(false);
        return parser;
    }

    /** Creates the rules with these names. */
    static RuleSnapshot rules(
            Map<String, RuleProperties> rules,
            CachePolicy policy,
            boolean dryRun,
            InvalidationProperties invalidation) {
        return RuleSnapshot.revised(
                rules.entrySet().stream()
                        .map(rule -> rule(rule.getKey(), rule.getValue(), policy, dryRun))
                        .toList(),
                RequestRule.none(policy, dryRun),
                couplings(invalidation),
                new PoolPrefixes(new SegmentGlobs(invalidation.prefixes())));
    }

    /** A pool that a rule names is what its writes make wrong. */
    private static InvalidationScope scope(RuleProperties.Invalidation invalidation) {
        InvalidationScope otherwise =
                invalidation.pool() == null ? InvalidationScope.COLLECTION : InvalidationScope.POOL;
        return Objects.requireNonNullElse(invalidation.invalidationScope(), otherwise);
    }

    private static Couplings couplings(InvalidationProperties properties) {
        Map<String, Set<String>> direct = properties.couplings().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, pools -> Set.copyOf(pools.getValue())));
        return new Couplings(direct);
    }

    private static RequestRule rule(String name, RuleProperties rule, CachePolicy policy, boolean dryRun) {
        RuleProperties.Requests requests = rule.requests();
        RuleProperties.Invalidation invalidation = rule.invalidation();
        return new RequestRule(
                name,
                requests.paths().stream().map(PATHS::parse).toList(),
                Set.copyOf(requests.routes()),
                new InvalidationSettings(
                        Optional.ofNullable(invalidation.pool()),
                        scope(invalidation),
                        Set.copyOf(invalidation.coupledPools()),
                        new SegmentGlobs(invalidation.items()),
                        contentPools(invalidation)),
                policy(rule, policy),
                key(requests.key()),
                handling(requests, rule.storage(), rule.response())
                        .withDryRun(requests.dryRun() == null ? dryRun : requests.dryRun()),
                "");
    }

    private static ContentPools contentPools(RuleProperties.Invalidation invalidation) {
        return new ContentPools(invalidation.contentPools().stream()
                .flatMap(template -> ContentPools.Template.parse(template).stream())
                .toList());
    }

    private static CachePolicy policy(RuleProperties rule, CachePolicy policy) {
        RuleProperties.Freshness freshness = rule.freshness();
        CachePolicy result = policy.withTtlOverrides(freshness.ttlOverrides())
                .withTypeTtl(rule.response().typeTtl())
                .withRefreshAhead(rule.response().refreshAhead())
                .withStatusTtl(freshness.statusTtl())
                .withStatuses(rule.storage().statuses())
                .withMethods(methods(rule.requests()))
                .withCookies(rule.storage().setCookie())
                .withPrivateCache(user(rule.requests().key()).isPresent())
                .withRequestDirectives(freshness.requestDirectives() == RuleProperties.RequestDirectives.HONOUR)
                .withAlwaysValidate(freshness.revalidate() == RuleProperties.Revalidate.ALWAYS);
        if (freshness.maxErrorTtl() != null) {
            result = result.withErrorMax(freshness.maxErrorTtl());
        }
        if (freshness.ttl() != null) {
            result = result.withTtl(freshness.ttl());
        }
        if (freshness.staleWhileRevalidate() != null) {
            result = result.withStaleWhileRevalidate(freshness.staleWhileRevalidate());
        }
        return freshness.staleIfError() == null ? result : result.withStaleIfError(freshness.staleIfError());
    }

    static Set<String> methods(RuleProperties.Requests requests) {
        return requests.methods().stream()
                .map(method -> method.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static KeySettings key(RuleProperties.Key key) {
        RuleProperties.Query query = key.query();
        return new KeySettings(
                key.host(),
                new QueryKey(query.keep(), query.ignore(), query.sort()),
                key.headers().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList(),
                key.cookies(),
                user(key),
                key.content() == null
                        ? OptionalInt.empty()
                        : OptionalInt.of((int) key.content().toBytes()),
                lower(key.ignoredHeaders()));
    }

    private static Optional<UserKey> user(RuleProperties.Key key) {
        return Optional.ofNullable(key.user())
                .filter(user -> !user.equals(RuleProperties.Key.NONE))
                .map(user -> new UserKey(
                        user.startsWith(RuleProperties.Key.CLAIM)
                                ? Optional.of(user.substring(RuleProperties.Key.CLAIM.length()))
                                : Optional.empty()));
    }

    private static RuleOptions handling(
            RuleProperties.Requests requests, RuleProperties.Storage storage, RuleProperties.Response response) {
        RuleProperties.Bypass bypass = requests.bypass();
        return new RuleOptions(
                new CacheBypass(Optional.ofNullable(bypass.header()), Optional.ofNullable(bypass.parameter())),
                requests.collapse(),
                storage.maxObjectSize() == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(storage.maxObjectSize().toBytes()),
                Optional.ofNullable(storage.store()),
                new ResponseFieldRules(
                        lower(response.strip()),
                        Optional.ofNullable(response.vary()).map(RuleFactory::lower)),
                response.earlyHints(),
                false);
    }

    private static Set<String> lower(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }
}
