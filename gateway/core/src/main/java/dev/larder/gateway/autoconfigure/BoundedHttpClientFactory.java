package dev.larder.gateway.autoconfigure;

import java.util.List;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties.Pool.PoolType;
import org.springframework.cloud.gateway.config.HttpClientSslConfigurer;
import reactor.netty.resources.ConnectionProvider;

/**
 * Creates the gateway's HTTP client, with a limit on requests that wait for a connection of a fixed pool. Requests to origins use
 * HTTP/1.1 only, even if clients use HTTP/2: the guards against malformed responses parse nothing else.
 */
public final class BoundedHttpClientFactory extends HttpClientFactory {

    /** Properties of a server without HTTP/2: the only one that is read. */
    private static final ServerProperties HTTP11 = new ServerProperties();

    private final int maxPending;

    public BoundedHttpClientFactory(
            HttpClientProperties properties,
            SslBundles bundles,
            List<HttpClientCustomizer> customizers,
            int maxPending) {
        super(properties, HTTP11, new HttpClientSslConfigurer(properties.getSsl(), HTTP11, bundles), customizers);
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
