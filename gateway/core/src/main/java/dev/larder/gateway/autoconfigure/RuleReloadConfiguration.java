package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.ExchangeInterceptor;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSetCheck;
import dev.larder.gateway.rule.RuleTrial;
import dev.larder.gateway.rule.RuleVersions;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Configures the change of rules while the gateway runs; part of the auto-configuration. */
@EnableConfigurationProperties(ReloadProperties.class)
class RuleReloadConfiguration {

    /** Time between two looks at the rule file, which is taken over at the second look after its change. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Bean
    RuleReload.StartSettings larderRuleStart(
            StoreProperties store, LarderProperties larder, InvalidationProperties invalidation, CachePolicy policy) {
        return new RuleReload.StartSettings(store, larder, invalidation, policy);
    }

    @Bean
    RuleReload larderRuleReload(
            RuleReload.StartSettings start,
            ConfigurableEnvironment environment,
            RuleSet rules,
            ObjectProvider<RuleSetCheck> checks) {
        return new RuleReload(
                start, environment, rules, () -> checks.orderedStream().toList());
    }

    @Bean
    RuleVersions larderRuleVersions(
            RuleSet rules,
            RuleReload reload,
            Invalidator invalidator,
            LarderClock clock,
            ObjectProvider<RuleTrial> trial) {
        return new RuleVersions(
                rules,
                reload.yaml(),
                next -> invalidator.invalidateEverything(next.ofWrites()),
                clock::wall,
                trial.getIfAvailable(() -> RuleTrial.NONE));
    }

    @Bean
    RuleRefreshListener larderRuleRefresh(RuleReload reload, RuleVersions versions) {
        return new RuleRefreshListener(reload, versions);
    }

    @Bean
    @ConditionalOnProperty(RuleFile.PROPERTY)
    Disposable larderRuleFileWatch(
            ReloadProperties properties,
            RuleReload reload,
            RuleVersions versions,
            ConfigurableEnvironment environment) {
        var file = new RuleFile(
                Objects.requireNonNull(properties.file(), RuleFile.PROPERTY), reload, versions, environment);
        return Flux.interval(Duration.ZERO, PAUSE, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .subscribe(look -> file.look());
    }

    @Bean
    RuleSetCheck larderRouteRuleCheck(GatewayProperties properties, ObjectProvider<GatewayFilterFactory<?>> factories) {
        return candidate -> RouteFilterChecks.check(
                properties,
                candidate,
                factories.stream().map(GatewayFilterFactory::name).collect(Collectors.toUnmodifiableSet()));
    }

    @Bean
    RuleSetCheck larderUnusedRuleCheck(ObjectProvider<RouteLocator> routes) {
        return candidate -> UnusedRuleCheck.check(candidate, routes);
    }

    @Bean
    RuleSetCheck larderDryRunCheck(ExchangeExtensions extensions) {
        return candidate -> requireDryRun(candidate, extensions.interceptor());
    }

    /** Rejects rules in dry-run mode if nothing would record what the cache would have done. */
    static void requireDryRun(RuleSet rules, ExchangeInterceptor interceptor) {
        if (rules.hasDryRun() && interceptor == ExchangeInterceptor.NONE) {
            throw new MissingExtensionException("larder.dry-run", "true", "larder-insight");
        }
    }
}
