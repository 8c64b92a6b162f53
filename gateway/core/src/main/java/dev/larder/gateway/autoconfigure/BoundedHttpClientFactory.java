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
 * The gateway's HTTP client, with a bound on the requests that wait for a connection of a fixed pool. Origins are asked by
 * HTTP/1.1 alone, also where clients are answered by HTTP/2: what guards against malformed answers reads nothing else.
 */
public final class BoundedHttpClientFactory extends HttpClientFactory {

    /** Of a server without HTTP/2: all that is asked of it. */
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
