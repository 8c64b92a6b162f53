package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.connection.ConnectionForwarder;
import dev.larder.gateway.connection.DirectOriginFactory;
import dev.larder.gateway.connection.RouteMeterFactory;
import dev.larder.gateway.filter.DirectOrigins;
import dev.larder.gateway.filter.NativeRoutingFilter;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.LarderClock;
import dev.larder.http.client.OriginClient;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.util.function.SingletonSupplier;

/** Configures Larder's own client of origins. Imported, never found by a component scan. */
@Conditional(ForwardSetting.ByLarder.class)
class OriginClientConfiguration {

    private static final Logger log = LoggerFactory.getLogger(OriginClientConfiguration.class);

    @Bean
    OriginClient larderOriginClient(
            ObjectProvider<HttpClientProperties> client,
            ObjectProvider<SslBundles> bundles,
            LimitsProperties limits,
            LarderClock clock,
            LarderProperties properties) {
        return OriginClientFactory.create(
                client.getIfAvailable(HttpClientProperties::new),
                bundles.getIfAvailable(DefaultSslBundleRegistry::new),
                limits,
                clock,
                properties.forward() == ForwardSetting.NATIVE_HTTP2);
    }

    @Bean
    ClientObstacle larderClientObstacle(
            ObjectProvider<HttpClientProperties> client, LarderProperties properties, ListableBeanFactory beans) {
        HttpClientProperties settings = client.getIfAvailable(HttpClientProperties::new);
        if (!OriginClientFactory.supports(settings)) {
            return new ClientObstacle(() -> Optional.of(
                    "Gateway's HTTP client uses a proxy, records or decompresses responses, or keeps no connections."));
        }
        return settings.getPool().isMetrics() && !properties.forward().isNative()
                ? new ClientObstacle(() -> Optional.of("The connections of Gateway's HTTP client are measured."))
                : new ClientObstacle(SingletonSupplier.of(() -> ConnectionForwarder.clientObstacle(beans)));
    }

    @Bean
    NativeRoutingFilter larderNativeRouting(
            OriginClient origins,
            ClientAddresses clients,
            ObjectProvider<List<HttpHeadersFilter>> fields,
            ObjectProvider<HttpClientProperties> client,
            ClientObstacle obstacle,
            LarderProperties properties) {
        return new NativeRoutingFilter(
                properties.forward().isNative(),
                SingletonSupplier.of(() -> obstacle.why().get().isEmpty()),
                origins,
                clients,
                SingletonSupplier.of(() -> fields.getIfAvailable(List::of)),
                client.getIfAvailable(HttpClientProperties::new).getResponseTimeout());
    }

    @Bean
    DirectOrigins larderDirectOrigins(
            OriginClient origins,
            RouteMeterFactory meters,
            ClientObstacle obstacle,
            LarderProperties properties,
            ListableBeanFactory beans) {
        return new DirectOriginFactory(
                origins, meters, () -> obstacle.why().get().isEmpty(), properties.via(), beans);
    }

    @Bean
    SmartInitializingSingleton larderClientReport(ClientObstacle obstacle, LarderProperties properties) {
        return () -> obstacle.why()
                .get()
                .filter(why -> !properties.forward().isNative())
                .ifPresent(why -> log.info("Gateway's HTTP client sends the requests of cached routes too: {}", why));
    }
}
