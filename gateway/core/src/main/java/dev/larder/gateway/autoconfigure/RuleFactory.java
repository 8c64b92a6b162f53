package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.KeySettings.UserKey;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.rfc9111.CachePolicy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.util.pattern.PathPatternParser;

/** Makes rules of properties that {@link RuleChecks} has passed. */
final class RuleFactory {

    private static final PathPatternParser PATHS = paths();

    private RuleFactory() {}

    /** Spellings of one path that differ in case come under one rule, as they are one resource to a write. */
    private static PathPatternParser paths() {
        var parser = new PathPatternParser();
        parser.setCaseSensitive(false);
        return parser;
    }

    /**
     * Rules of these names.
     *
     * @param names all of them; one of which the core has no properties has their defaults
     */
    static RuleSet rules(
            LarderProperties properties, Set<String> names, CachePolicy policy, InvalidationProperties invalidation) {
        Supplier<RuleProperties> plain = SingletonSupplier.of(RuleFactory::plain);
        return new RuleSet(
                names.stream()
                        .map(name -> rule(
                                name,
                                Optional.ofNullable(properties.rules().get(name))
                                        .orElseGet(plain),
                                policy,
                                properties.dryRun()))
                        .toList(),
                RequestRule.none(policy, properties.dryRun()),
                couplings(invalidation));
    }

    private static RuleProperties plain() {
        return new Binder(List.of()).bindOrCreate("rule", RuleProperties.class);
    }

    private static Couplings couplings(InvalidationProperties properties) {
        Map<String, Set<String>> direct = properties.couplings().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, pools -> Set.copyOf(pools.getValue())));
        return new Couplings(direct, properties.transitive());
    }

    private static RequestRule rule(String name, RuleProperties rule, CachePolicy policy, boolean dryRun) {
        return new RequestRule(
                name,
                rule.paths().stream().map(PATHS::parse).toList(),
                Set.copyOf(rule.routes()),
                new InvalidationSettings(
                        Optional.ofNullable(rule.pool()), rule.invalidationScope(), Set.copyOf(rule.coupledPools())),
                policy(rule, policy),
                key(rule.key()),
                handling(rule).withDryRun(rule.dryRun() == null ? dryRun : rule.dryRun()));
    }

    private static CachePolicy policy(RuleProperties rule, CachePolicy policy) {
        CachePolicy result = policy.withTtlOverrides(rule.ttlOverrides())
                .withStatusTtl(rule.statusTtl())
                .withErrorMax(rule.maxErrorTtl())
                .withStatuses(rule.statuses())
                .withMethods(methods(rule))
                .withCookies(rule.setCookie())
                .withPrivateCache(user(rule.key()).isPresent())
                .withRequestDirectives(rule.requestDirectives() == RuleProperties.RequestDirectives.HONOUR)
                .withAlwaysValidate(rule.revalidate() == RuleProperties.Revalidate.ALWAYS);
        if (rule.ttl() != null) {
            result = result.withTtl(rule.ttl());
        }
        if (rule.staleWhileRevalidate() != null) {
            result = result.withStaleWhileRevalidate(rule.staleWhileRevalidate());
        }
        return rule.staleIfError() == null ? result : result.withStaleIfError(rule.staleIfError());
    }

    static Set<String> methods(RuleProperties rule) {
        return rule.methods().stream()
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
                        : OptionalInt.of((int) key.content().toBytes()));
    }

    private static Optional<UserKey> user(RuleProperties.Key key) {
        return Optional.ofNullable(key.user())
                .filter(user -> !user.equals(RuleProperties.Key.NONE))
                .map(user -> new UserKey(
                        user.startsWith(RuleProperties.Key.CLAIM)
                                ? Optional.of(user.substring(RuleProperties.Key.CLAIM.length()))
                                : Optional.empty()));
    }

    private static RuleOptions handling(RuleProperties rule) {
        RuleProperties.Bypass bypass = rule.bypass();
        return new RuleOptions(
                new CacheBypass(Optional.ofNullable(bypass.header()), Optional.ofNullable(bypass.parameter())),
                rule.collapse(),
                rule.maxObjectSize() == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(rule.maxObjectSize().toBytes()),
                Optional.ofNullable(rule.store()),
                false);
    }
}
