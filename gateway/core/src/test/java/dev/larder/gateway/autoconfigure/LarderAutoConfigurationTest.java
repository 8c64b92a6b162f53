package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.client.HttpClient;

/** What the starter adds to an application, and what it says to wrong properties. */
class LarderAutoConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @Test
    void addsCacheFilterButNoRouteByDefault() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(CacheGatewayFilterFactory.class)
                .hasSingleBean(LarderClock.class)
                .doesNotHaveBean("larderOriginRoute"));
    }

    @Test
    void routesEverythingToConfiguredOrigin() {
        runner.withPropertyValues("larder.origin=http://127.0.0.1:9000").run(context -> {
            var routes = context.getBean("larderOriginRoute", RouteDefinitionLocator.class)
                    .getRouteDefinitions()
                    .collectList()
                    .block();
            assertThat(routes)
                    .singleElement()
                    .satisfies(route -> assertThat(route.getFilters())
                            .singleElement()
                            .satisfies(filter -> assertThat(filter.getName()).isEqualTo("Cache")));
        });
    }

    @Test
    void addsNoCacheFilterIfGatewayIsDisabled() {
        runner.withPropertyValues("spring.cloud.gateway.server.webflux.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(CacheGatewayFilterFactory.class));
    }

    @ParameterizedTest
    @CsvSource({
        "larder.origin, ftp://h",
        "larder.origin, http:///x",
        "larder.origin, http://h/base",
        "larder.origin, http://h?q",
        "larder.store.max-size, 0B",
        "larder.store.max-object-size, 0B",
        "larder.store.max-object-size, 512MB",
        "larder.store.stale-retention, -1s",
        "larder.orgin, http://h",
        "larder.store.size, 1MB",
        "larder.collapse.timeout, 0s",
        "larder.limits.request-header-timeout, 0s",
        "larder.limits.response-write-timeout, 0s",
        "larder.limits.origin-body-idle-timeout, -1s",
        "larder.limits.max-pending-origin-requests, 0",
        "larder.limits.max-connections, 0",
        "larder.limits.max-connections-per-client, 0"
    })
    void failsStartupNamingInvalidPropertyAndRemedy(String property, String value) {
        runner.withPropertyValues(property + "=" + value).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalyzer analyzer = new InvalidPropertyAnalyzer(null);
            FailureAnalysis analysis = analyzer.analyze(context.getStartupFailure());
            assertThat(analysis).isNotNull();
            assertThat(analysis.getDescription()).contains(property, "but ");
            assertThat(analysis.getAction()).contains("Write for example ");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "larder.origin, 127.0.0.1:9000, http://",
        "larder.store.max-size, lots, 256MB",
        "larder.collapse.timeout, soon, larder.collapse.timeout=10s",
        "larder.limits.max-connections, many, larder.limits.max-connections=20000",
        "larder.rules.a.refresh-ahead, soon, larder.rules.a.refresh-ahead=0.1",
        "larder.rules.a.statuses, ok, 'larder.rules.a.statuses=200,404'",
        "larder.rules.a.status-ttl, 5s, larder.rules.a.status-ttl.404=30s",
        "larder.rules.a.type-ttl, 5s, larder.rules.a.type-ttl[text/html]=30s",
        "larder.rules.a.status-ttl.404, soon, larder.rules.a.status-ttl.404=30s",
        "larder.store.goal, nonsense, hits or bytes",
        "larder.dry-run, maybe, true"
    })
    void suggestsValidValueForUnreadableProperty(String property, String value, String remedy) {
        runner.withPropertyValues(property + "=" + value).run(context -> {
            FailureAnalysis analysis = new UnreadablePropertyAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis).isNotNull();
            assertThat(analysis.getDescription()).contains(property, "'" + value + "'", "but that is not ");
            assertThat(analysis.getAction()).contains(remedy);
        });
    }

    /** The rule that docs/migration-from-nginx.md gives for two lines proxy_cache_valid. */
    @Test
    void acceptsStatusTtlBesideTtl() {
        runner.withPropertyValues(
                        "larder.rules.pages.paths=/pages/**",
                        "larder.rules.pages.statuses=200,404",
                        "larder.rules.pages.ttl=10m",
                        "larder.rules.pages.status-ttl.404=1m")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({"principal, principal", "claim:sub, sub"})
    void keysResponsesByThePrincipalOrByOneOfItsClaims(String user, String identity) {
        runner.withPropertyValues("larder.rules.own.paths=/own/**", "larder.rules.own.key.user=" + user)
                .run(context -> assertThat(context.getBean(RuleSet.class)
                                .named("own")
                                .orElseThrow()
                                .key()
                                .user())
                        .hasValueSatisfying(key ->
                                assertThat(key.claim().orElse("principal")).isEqualTo(identity)));
    }

    @Test
    void sharesResponsesAmongUsersIfUserKeyIsNone() {
        runner.withPropertyValues("larder.rules.own.paths=/own/**", "larder.rules.own.key.user=none")
                .run(context -> assertThat(context.getBean(RuleSet.class)
                                .named("own")
                                .orElseThrow()
                                .key()
                                .user())
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "larder.store.type, nonsense, gdsf-refusing",
        "larder.store.tiers, nonsense, memory",
        "larder.stores.big.type, nonsense, caffeine or "
    })
    void listsKnownNamesForUnknownStoreTypeOrTier(String property, String value, String known) {
        runner.withPropertyValues(property + "=" + value).run(context -> {
            FailureAnalysis analysis = new InvalidPropertyAnalyzer(null).analyze(context.getStartupFailure());
            assertThat(analysis).isNotNull();
            assertThat(analysis.getDescription()).contains(property, "'" + value + "'", "but that is not one of ");
            assertThat(analysis.getAction()).contains(known);
        });
    }

    @Test
    void usesStoreTypeAddedByApplication() {
        var added =
                new CaffeineStore<ResponseVariants>(1_000_000, LarderClock.system()::steady, RemovalListener.none());
        runner.withPropertyValues("larder.store.type=OWN_ONE")
                .withBean(CacheStoreFactory.class, () -> new OneStore("own-one", added))
                .run(context -> assertThat(context.getBean("larderStore")).isSameAs(added));
    }

    private record OneStore(String type, CacheStore<ResponseVariants> store) implements CacheStoreFactory {

        @Override
        public Set<String> types() {
            return Set.of(type);
        }

        @Override
        public CacheStore<ResponseVariants> create(StoreSettings request) {
            return store;
        }
    }

    @Test
    void rejectsZeroTtlOfCacheFilter() {
        runner.run(context -> {
            var factory = context.getBean(CacheGatewayFilterFactory.class);
            var config = factory.newConfig();
            config.setValue("0s");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> factory.apply(config)))
                    .hasMessageContaining("Cache=30s");
        });
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}
