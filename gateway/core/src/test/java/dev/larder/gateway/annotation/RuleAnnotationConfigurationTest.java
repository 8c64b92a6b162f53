package dev.larder.gateway.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.annotation.sample.UserRoutes;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.RuleProperties;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.store.NamedStores;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.ResponseVariants;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/** What annotations make of an application, and what wins over them. */
class RuleAnnotationConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class, LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);
    private final ReactiveWebApplicationContextRunner withContract =
            runner.withInitializer(context -> AutoConfigurationPackages.register(
                    (BeanDefinitionRegistry) context.getBeanFactory(), UserRoutes.class.getPackageName()));

    @Test
    void cachesNothingWithoutRuleOrFilter() {
        runner.withUserConfiguration(PlainRoutes.class).run(context -> {
            assertThat(context.getBean(ContractRouteDefinitionLocator.class)
                            .getRouteDefinitions()
                            .collectList()
                            .block())
                    .isEmpty();
            assertThat(rules(context)).isEmpty();
            assertThat(route(context, "plain").getFilters()).isEmpty();
        });
    }

    @Test
    void createsRoutePerContractMethodMostSpecificFirst() {
        withContract.run(context -> assertThat(definitions(context))
                .extracting(RuleAnnotationConfigurationTest::line)
                .containsExactlyInAnyOrder(
                        "users-list lb://users Path=[/users] Method=[GET, HEAD] Cache=users-list",
                        "users-create lb://users Path=[/users] Method=[POST] Cache=users-create",
                        "users-me lb://users Path=[/users/me] Method=[GET, HEAD] Cache=users-me",
                        "users-get lb://users Path=[/users/{id}] Method=[GET, HEAD] Cache=users-get",
                        "users-photo lb://users Path=[/users/{id}/photo] Method=[GET, HEAD] Cache=users-photo")
                .satisfies(lines -> assertThat(lines.indexOf(lines.stream()
                                .filter(line -> line.startsWith("users-me "))
                                .findFirst()
                                .orElseThrow()))
                        .isLessThan(lines.indexOf(lines.stream()
                                .filter(line -> line.startsWith("users-get "))
                                .findFirst()
                                .orElseThrow()))));
    }

    @Test
    void createsRulePerContractMethod() {
        withContract.run(context -> {
            Map<String, RuleProperties> rules = rules(context);
            assertThat(rules).containsOnlyKeys("users-list", "users-get", "users-me", "users-photo", "users-create");

            RuleProperties list = rules.get("users-list");
            assertThat(list.freshness().ttl()).isEqualTo(Duration.ofSeconds(30));
            assertThat(list.freshness().staleWhileRevalidate()).isEqualTo(Duration.ofSeconds(10));
            assertThat(list.freshness().staleIfError()).isEqualTo(Duration.ofHours(1));
            assertThat(list.invalidation().pool()).isEqualTo("people");
            assertThat(list.requests().paths()).containsExactly("/users");
            assertThat(list.requests().routes()).containsExactly("users-list");
            assertThat(list.requests().methods()).containsExactlyInAnyOrder("GET", "HEAD");
            assertThat(list.freshness().ttlOverrides()).isFalse();

            assertThat(rules.get("users-get").freshness().ttl()).isEqualTo(Duration.ofMinutes(5));
            assertThat(rules.get("users-get").freshness().ttlOverrides()).isTrue();
            assertThat(rules.get("users-photo").freshness().ttl()).isNull();
        });
    }

    @Test
    void appliesNoCacheAndInvalidatesAnnotations() {
        withContract.run(context -> {
            Map<String, RuleProperties> rules = rules(context);

            assertThat(rules.get("users-me").requests().methods()).isEmpty();
            assertThat(rules.get("users-me").freshness().staleIfError()).isNull();
            assertThat(rules.get("users-create").requests().methods()).isEmpty();
            assertThat(rules.get("users-create").invalidation().coupledPools()).containsExactly("skills", "paths");
            assertThat(rules.get("users-create").invalidation().pool()).isEqualTo("people");
        });
    }

    @Test
    void writeRuleFindsReadRuleOfSamePath() {
        withContract.run(context -> {
            RuleSet rules = context.getBean(RuleSet.class);
            RequestRule ofWrite = rules.named("users-create").orElseThrow();

            assertThat(rules.current()
                            .ofReads(URI.create("http://users/users"), ofWrite)
                            .name())
                    .isEqualTo("users-list");
        });
    }

    @Test
    void propertiesOverrideAnnotationAttributesIndividually() {
        withContract
                .withPropertyValues(
                        "larder.rules.users-list.ttl=5s",
                        "larder.rules.users-list.key.user=principal",
                        "larder.rules.users-create.coupled-pools=skills",
                        "users.uri=http://127.0.0.1:9000")
                .run(context -> {
                    RuleProperties list = rules(context).get("users-list");
                    assertThat(list.freshness().ttl()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(list.requests().key().user()).isEqualTo("principal");
                    assertThat(list.freshness().staleWhileRevalidate()).isEqualTo(Duration.ofSeconds(10));
                    assertThat(rules(context).get("users-create").invalidation().coupledPools())
                            .containsExactly("skills");
                    assertThat(definitions(context))
                            .allSatisfy(route -> assertThat(route.getUri()).hasToString("http://127.0.0.1:9000"));
                });
    }

    @Test
    void appliesLocatorRuleToRoutesWithoutOwnCacheFilter() {
        runner.withUserConfiguration(RuledRoutes.class)
                .withPropertyValues("larder.rules.catalogue.ttl=7s")
                .run(context -> {
                    assertThat(rules(context).get("catalogue").freshness().ttl())
                            .isEqualTo(Duration.ofSeconds(7));
                    assertThat(rules(context).get("catalogue").invalidation().pool())
                            .isEqualTo("goods");
                    assertThat(route(context, "a").getFilters()).singleElement().isInstanceOf(CacheFilter.class);
                    assertThat(route(context, "a").getMetadata()).containsEntry("kept", true);
                    assertThat(route(context, "own").getFilters())
                            .singleElement()
                            .isSameAs(RuledRoutes.OWN.get(0));
                });
    }

    @Test
    void namesTheRuleOfALocatorAfterItsBean() {
        runner.withUserConfiguration(NamelessRule.class)
                .run(context -> assertThat(rules(context)).containsOnlyKeys("articleRoutes"));
    }

    @Test
    void usesStoreAndFilterFactoryOfApplication() {
        withContract.withUserConfiguration(OwnBeans.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(CacheGatewayFilterFactory.class);
            assertThat(context.getBean(CacheGatewayFilterFactory.class)).isSameAs(context.getBean("ownFactory"));
            NamedStores<?> stores = context.getBean(NamedStores.class);
            assertThat(stores.byName()).containsOnlyKeys(NamedStores.DEFAULT);
            assertThat(stores.byName().get(NamedStores.DEFAULT)).isSameAs(OwnBeans.STORE);
            assertThat(context.getBean("larderStore")).isSameAs(OwnBeans.STORE);
        });
    }

    static Map<String, RuleProperties> rules(ApplicationContext context) {
        return RuleProperties.of(context.getEnvironment());
    }

    private static List<RouteDefinition> definitions(ApplicationContext context) {
        return context.getBean(ContractRouteDefinitionLocator.class)
                .getRouteDefinitions()
                .collectList()
                .block();
    }

    private static Route route(ApplicationContext context, String id) {
        return context.getBean(RouteLocator.class)
                .getRoutes()
                .filter(route -> route.getId().equals(id))
                .blockFirst();
    }

    private static String line(RouteDefinition route) {
        String predicates = route.getPredicates().stream()
                .map(RuleAnnotationConfigurationTest::line)
                .collect(Collectors.joining(" "));
        return route.getId() + " " + route.getUri() + " " + predicates + " "
                + route.getFilters().get(0).getName() + "="
                + route.getFilters().get(0).getArgs().get("value");
    }

    private static String line(PredicateDefinition predicate) {
        return predicate.getName() + "=" + List.copyOf(predicate.getArgs().values());
    }

    private static Route route(String id, List<GatewayFilter> filters) {
        return Route.async()
                .id(id)
                .uri("http://127.0.0.1:9000")
                .predicate(exchange -> true)
                .metadata("kept", true)
                .filters(filters)
                .build();
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainRoutes {

        @Bean
        RouteLocator plainRoutes() {
            return () -> Flux.just(route("plain", List.of()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RuledRoutes {

        static volatile List<GatewayFilter> OWN = List.of();

        @Bean
        @CacheRule(name = "catalogue", ttl = "30s", pool = "goods")
        RouteLocator catalogueRoutes(CacheGatewayFilterFactory cache) {
            OWN = List.of(cache.cache(Duration.ofSeconds(1)));
            return () -> Flux.just(route("a", List.of()), route("own", OWN));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamelessRule {

        @Bean
        @CacheRule
        RouteLocator articleRoutes() {
            return () -> Flux.just(route("a", List.of()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBeans {

        static final CacheStore<ResponseVariants> STORE =
                new CaffeineStore<>(1 << 20, InstantSource.system(), RemovalListener.none());

        @Bean
        CacheStore<ResponseVariants> larderStore() {
            return STORE;
        }

        @Bean
        CacheGatewayFilterFactory ownFactory(CacheServices services) {
            return new CacheGatewayFilterFactory(services);
        }
    }
}
