package dev.larder.gateway.autoconfigure;

import java.util.List;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties.Pool.PoolType;
import org.springframework.cloud.gateway.config.HttpClientSslConfigurer;
import reactor.netty.resources.ConnectionProvider;

/** The gateway's HTTP client, with a bound on the requests that wait for a connection of a fixed pool. */
final class BoundedHttpClientFactory extends HttpClientFactory {

    private final int maxPending;

    BoundedHttpClientFactory(
            HttpClientProperties properties,
            ServerProperties server,
            HttpClientSslConfigurer ssl,
            List<HttpClientCustomizer> customizers,
            int maxPending) {
        super(properties, server, ssl, customizers);
        this.maxPending = maxPending;
    }

    @Override
    protected ConnectionProvider buildConnectionProvider(HttpClientProperties properties) {
        ConnectionProvider provider = super.buildConnectionProvider(properties);
        if (properties.getPool().getType() != PoolType.FIXED) {
            return provider;
        }
        ConnectionProvider.Builder bounded = provider.mutate();
        return bounded == null
                ? provider
                : bounded.pendingAcquireMaxCount(maxPending).build();
    }
}
