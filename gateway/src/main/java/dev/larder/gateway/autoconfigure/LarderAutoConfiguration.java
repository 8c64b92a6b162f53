package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.exchange.Flights;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.Origin;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.CacheLimits;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.filter.UnkeyedFields;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.gateway.wire.ClientWire;
import dev.larder.gateway.wire.OriginWire;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientSslConfigurer;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/** Adds the route filter {@code Cache}, its store, and the guards on the wire. Nothing is cached until a route says so. */
@AutoConfiguration(before = GatewayAutoConfiguration.class)
@ConditionalOnClass(GatewayAutoConfiguration.class)
@ConditionalOnProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LarderProperties.class)
public class LarderAutoConfiguration {

    @Bean
    static BeanFactoryPostProcessor larderPropertyNames(ConfigurableEnvironment environment) {
        return beans -> PropertyNames.check(environment);
    }

    @Bean
    InitializingBean larderRouteFilters(GatewayProperties properties) {
        return () -> RouteFilters.check(properties);
    }

    @Bean
    @ConditionalOnMissingBean
    LarderClock larderClock() {
        return LarderClock.system();
    }

    @Bean
    @ConditionalOnMissingBean(name = "larderStore")
    CacheStore<Variants> larderStore(LarderProperties properties, LarderClock clock) {
        return Stores.of(properties.store(), clock::steady);
    }

    @Bean
    CacheServices larderServices(
            CacheStore<Variants> larderStore, LarderClock clock, LarderProperties properties, UnkeyedFields unkeyed) {
        var collapse = properties.collapse();
        return new CacheServices(
                new Shelf(larderStore),
                new Flights(collapse.maxRequests(), collapse.memory()),
                new Origin(clock),
                clock,
                unkeyed,
                new CacheLimits(
                        properties.store().maxObjectSize().toBytes(),
                        collapse.timeout(),
                        properties.limits().bodyTimeout()));
    }

    @Bean
    UnkeyedFields larderUnkeyedFields(@Value("${" + TrustedProxies.PROPERTY + ":}") String trustedProxies) {
        return new UnkeyedFields(
                trustedProxies.isBlank() ? peer -> false : TrustedProxies.from(trustedProxies)::isTrusted);
    }

    @Bean
    @ConditionalOnMissingBean
    CacheGatewayFilterFactory cacheGatewayFilterFactory(CacheServices services, LarderProperties properties) {
        CachePolicy policy = CachePolicy.DEFAULT
                .withMaxVariants(properties.store().maxVariants())
                .withKeepStale(properties.store().keepStale());
        return new CacheGatewayFilterFactory(services, policy);
    }

    @Bean
    ClientWire larderClientWire(LarderProperties properties) {
        return new ClientWire(properties.limits().headDeadline());
    }

    @Bean
    OriginWire larderOriginWire() {
        return new OriginWire();
    }

    @Bean
    @ConditionalOnMissingBean({HttpClient.class, HttpClientFactory.class})
    HttpClientFactory gatewayHttpClientFactory(
            HttpClientProperties client,
            ServerProperties server,
            List<HttpClientCustomizer> customizers,
            HttpClientSslConfigurer ssl,
            LarderProperties properties) {
        return new BoundedHttpClientFactory(
                client, server, ssl, customizers, properties.limits().maxPendingOriginRequests());
    }

    @Bean
    @ConditionalOnProperty("larder.origin")
    RouteDefinitionLocator larderOriginRoute(LarderProperties properties) {
        var route = new RouteDefinition();
        route.setId("larder-origin");
        route.setUri(Objects.requireNonNull(properties.origin(), "larder.origin"));
        route.setOrder(Ordered.LOWEST_PRECEDENCE);
        route.setPredicates(List.of(new PredicateDefinition("Path=/**")));
        route.setFilters(List.of(new FilterDefinition("Cache")));
        return () -> Flux.just(route);
    }
}
