package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.store.NamedStores;
import dev.larder.rpc.DocumentCacheService;
import dev.larder.rpc.DocumentFetcher;
import dev.larder.rpc.DocumentMetrics;
import dev.larder.rpc.ListedOriginRoutes;
import dev.larder.rpc.RouteOnlyWebHandler;
import dev.larder.rpc.RpcPurger;
import dev.larder.rpc.RpcServices;
import dev.larder.rpc.StoreDescription;
import dev.larder.rpc.policy.UrlPolicy;
import dev.larder.rpc.policy.WebOrigin;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.scheduler.Schedulers;

/** Configures the cache as a remote procedure call, if enabled. */
@AutoConfiguration(after = LarderActuateAutoConfiguration.class)
@ConditionalOnProperty("larder.rpc.enabled")
@ConditionalOnBean(CacheGatewayFilterFactory.class)
@EnableConfigurationProperties(RpcProperties.class)
@Import({RpcServerConfiguration.class, RpcClientConfiguration.class, RpcPurgeConfiguration.class})
public class LarderRpcAutoConfiguration {

    @Bean
    DocumentMetrics larderRpcTallies(StoreProperties store, LarderProperties properties) {
        List<StoreDescription> kinds = new ArrayList<>();
        kinds.add(new StoreDescription(
                NamedStores.DEFAULT, store.type(), store.maxSize().toBytes()));
        properties
                .stores()
                .forEach((name, named) -> kinds.add(
                        new StoreDescription(name, named.type(), named.maxSize().toBytes())));
        String taken = StoreDescription.NONE.store();
        PropertyChecks.that(
                !properties.stores().containsKey(taken),
                "larder.stores." + taken,
                taken,
                "in the figures of procedures (larder.rpc.enabled) that name stands for what no store has",
                "another name");
        return new DocumentMetrics(kinds);
    }

    @Bean
    MeterBinder larderRpcMeters(DocumentMetrics metrics) {
        return metrics::bindTo;
    }

    @Bean
    DocumentFetcher larderRpcDocuments(
            RpcProperties properties,
            ServerProperties server,
            RouteOnlyWebHandler routes,
            ApplicationContext context,
            DocumentMetrics metrics,
            LarderClock clock) {
        return new DocumentFetcher(
                SingletonSupplier.of(() -> policy(
                        properties,
                        Ssl.isEnabled(server.getSsl()),
                        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class))),
                InProcessHttpHandlers.ofApplication(context, (exchange, dispatcher) -> routes.handle(exchange)),
                metrics,
                clock);
    }

    @Bean
    RouteOnlyWebHandler larderRpcRoutes(
            RoutePredicateHandlerMapping routes, FilteringWebHandler filtering, ListedOriginRoutes listed) {
        return new RouteOnlyWebHandler(routes, filtering, listed);
    }

    static UrlPolicy policy(RpcProperties properties, boolean byTls, int port) {
        String scheme = byTls ? "https" : "http";
        Set<WebOrigin> own = new HashSet<>();
        for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
            own.add(new WebOrigin(scheme, host, port));
        }
        List<WebOrigin> named =
                properties.publicOrigins().stream().map(WebOrigin::of).toList();
        own.addAll(named);
        WebOrigin itself = named.isEmpty() ? new WebOrigin(scheme, "localhost", port) : named.get(0);
        return new UrlPolicy(
                itself,
                own,
                properties.allowedOrigins().stream().map(WebOrigin::of).collect(Collectors.toSet()));
    }

    @Bean
    DocumentCacheService larderDocumentCache(
            ObjectProvider<DocumentCacheService.Limits> limits,
            DocumentFetcher documents,
            DocumentMetrics metrics,
            RpcPurger purging) {
        return new DocumentCacheService(
                documents,
                metrics,
                purging,
                limits.getIfAvailable(() -> DocumentCacheService.Limits.DEFAULT),
                Schedulers.parallel());
    }

    @Bean
    RpcServices larderRpcServices(DocumentCacheService cache) {
        return new RpcServices(cache);
    }
}
