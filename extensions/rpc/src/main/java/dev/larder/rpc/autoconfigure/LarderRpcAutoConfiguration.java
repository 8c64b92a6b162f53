package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.rpc.DocumentCacheService;
import dev.larder.rpc.Documents;
import dev.larder.rpc.ListedOrigins;
import dev.larder.rpc.Purging;
import dev.larder.rpc.RoutesOnly;
import dev.larder.rpc.RpcServices;
import dev.larder.rpc.StoreKind;
import dev.larder.rpc.Tallies;
import dev.larder.rpc.wall.Origin;
import dev.larder.rpc.wall.UrlWall;
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

/** The cache as a remote procedure call, where it is enabled. */
@AutoConfiguration(after = LarderActuateAutoConfiguration.class)
@ConditionalOnProperty("larder.rpc.enabled")
@ConditionalOnBean(CacheGatewayFilterFactory.class)
@EnableConfigurationProperties(RpcProperties.class)
@Import({RpcServerConfiguration.class, RpcClientConfiguration.class, RpcPurgeConfiguration.class})
public class LarderRpcAutoConfiguration {

    @Bean
    Tallies larderRpcTallies(LarderProperties properties) {
        List<StoreKind> kinds = new ArrayList<>();
        var store = properties.store();
        kinds.add(
                new StoreKind(NamedStores.DEFAULT, store.type(), store.maxSize().toBytes()));
        properties
                .stores()
                .forEach((name, named) -> kinds.add(
                        new StoreKind(name, named.type(), named.maxSize().toBytes())));
        String taken = StoreKind.NONE.store();
        Require.that(
                !properties.stores().containsKey(taken),
                "larder.stores." + taken,
                taken,
                "in the figures of procedures (larder.rpc.enabled) that name stands for what no store has",
                "another name");
        return new Tallies(kinds);
    }

    @Bean
    MeterBinder larderRpcMeters(Tallies tallies) {
        return tallies::bindTo;
    }

    @Bean
    Documents larderRpcDocuments(
            RpcProperties properties,
            ServerProperties server,
            RoutesOnly routes,
            ApplicationContext context,
            Tallies tallies,
            LarderClock clock) {
        return new Documents(
                SingletonSupplier.of(() -> wall(
                        properties,
                        Ssl.isEnabled(server.getSsl()),
                        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class))),
                RpcDoors.ofApplication(context, (exchange, dispatcher) -> routes.handle(exchange)),
                tallies,
                clock);
    }

    @Bean
    RoutesOnly larderRpcRoutes(
            RoutePredicateHandlerMapping routes, FilteringWebHandler filtering, ListedOrigins listed) {
        return new RoutesOnly(routes, filtering, listed);
    }

    static UrlWall wall(RpcProperties properties, boolean byTls, int port) {
        String scheme = byTls ? "https" : "http";
        Set<Origin> own = new HashSet<>();
        for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
            own.add(new Origin(scheme, host, port));
        }
        List<Origin> named = properties.publicOrigins().stream().map(Origin::of).toList();
        own.addAll(named);
        Origin itself = named.isEmpty() ? new Origin(scheme, "localhost", port) : named.get(0);
        return new UrlWall(
                itself,
                own,
                properties.allowedOrigins().stream().map(Origin::of).collect(Collectors.toSet()));
    }

    @Bean
    DocumentCacheService larderDocumentCache(
            ObjectProvider<DocumentCacheService.Limits> limits, Documents documents, Tallies tallies, Purging purging) {
        return new DocumentCacheService(
                documents,
                tallies,
                purging,
                limits.getIfAvailable(() -> DocumentCacheService.Limits.DEFAULT),
                Schedulers.parallel());
    }

    @Bean
    RpcServices larderRpcServices(DocumentCacheService cache) {
        return new RpcServices(cache);
    }
}
