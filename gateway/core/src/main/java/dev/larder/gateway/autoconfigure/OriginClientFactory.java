package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.message.LarderClock;
import dev.larder.http.client.OriginClient;
import dev.larder.http.client.OriginClientSettings;
import dev.larder.http.client.OriginTls;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties.Pool.PoolType;
import org.springframework.cloud.gateway.config.HttpClientSslConfigurer;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.util.unit.DataSize;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpDecoderSpec;
import reactor.netty.http.client.HttpClient;
import reactor.netty.tcp.SslProvider;

/** Creates the client of origins from the settings of the gateway's HTTP client, with the same meaning and defaults. */
final class OriginClientFactory {

    /** Default of Reactor Netty. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private OriginClientFactory() {}

    /** Returns whether the client can follow these settings: it knows no proxies, and neither decompresses nor logs content. */
    static boolean supports(HttpClientProperties properties) {
        return !StringUtils.hasText(properties.getProxy().getHost())
                && !properties.isCompression()
                && !properties.isWiretap()
                && properties.getPool().getType() != PoolType.DISABLED;
    }

    static OriginClient create(
            HttpClientProperties properties,
            SslBundles bundles,
            LimitsProperties limits,
            LarderClock clock,
            boolean http2) {
        return new OriginClient(settings(properties, limits), tls(properties.getSsl(), bundles, http2), clock::nanos);
    }

    static OriginClientSettings settings(HttpClientProperties properties, LimitsProperties limits) {
        Integer connectTimeout = properties.getConnectTimeout();
        return new OriginClientSettings(
                connectTimeout == null ? CONNECT_TIMEOUT : Duration.ofMillis(connectTimeout),
                orNone(properties.getResponseTimeout()),
                limits.originBodyIdleTimeout(),
                octets(properties.getMaxInitialLineLength(), HttpDecoderSpec.DEFAULT_MAX_INITIAL_LINE_LENGTH),
                octets(properties.getMaxHeaderSize(), HttpDecoderSpec.DEFAULT_MAX_HEADER_SIZE),
                pool(properties.getPool(), limits));
    }

    static OriginClientSettings.Pool pool(HttpClientProperties.Pool pool, LimitsProperties limits) {
        boolean fixed = pool.getType() == PoolType.FIXED;
        Integer maxConnections = pool.getMaxConnections();
        Long acquireTimeout = pool.getAcquireTimeout();
        int connections = fixed && maxConnections != null ? maxConnections : Integer.MAX_VALUE;
        return new OriginClientSettings.Pool(
                connections,
                (int) limits.ofOneAddress(connections),
                limits.maxPendingOriginRequests(),
                fixed && acquireTimeout != null ? Duration.ofMillis(acquireTimeout) : Duration.ZERO,
                orNone(pool.getMaxIdleTime()),
                orNone(pool.getMaxLifeTime()));
    }

    private static Duration orNone(@Nullable Duration timeout) {
        return timeout == null ? Duration.ZERO : timeout;
    }

    private static int octets(@Nullable DataSize size, int otherwise) {
        return size == null ? otherwise : (int) size.toBytes();
    }

    /** Returns how connections are secured; with HTTP/2, it is offered to origins beside HTTP/1.1. */
    static OriginTls tls(HttpClientProperties.Ssl ssl, SslBundles bundles, boolean http2) {
        Supplier<SslContext> http1 = context(ssl, bundles, false);
        return new OriginTls(
                http2 ? offering(context(ssl, bundles, true), http1) : http1,
                ssl.getHandshakeTimeout(),
                ssl.getCloseNotifyFlushTimeout());
    }

    private static Supplier<SslContext> offering(Supplier<SslContext> http2, Supplier<SslContext> http1) {
        return SingletonSupplier.of(() -> new FallbackCipherSslContext(http2.get(), http1.get()));
    }

    /**
     * The gateway configures TLS only if a property says so, and then wrong files stop the start. The JDK's trusted certificates
     * are the default; they are read for the first origin that is asked by TLS, which keeps the start short.
     */
    private static Supplier<SslContext> context(HttpClientProperties.Ssl ssl, SslBundles bundles, boolean http2) {
        var protocols = new ServerProperties();
        protocols.getHttp2().setEnabled(http2);
        HttpClient configured = new HttpClientSslConfigurer(ssl, protocols, bundles).configureSsl(HttpClient.create());
        SslProvider provider = configured.configuration().sslProvider();
        if (provider == null) {
            return SingletonSupplier.of(() -> trusting(http2));
        }
        SslContext context = Objects.requireNonNull(provider.getSslContext(), "SSL context");
        return () -> context;
    }

    private static SslContext trusting(boolean http2) {
        try {
            return http2
                    ? Http2SslContextSpec.forClient().sslContext()
                    : SslContextBuilder.forClient().build();
        } catch (SSLException unavailable) {
            throw new IllegalStateException("TLS is not available.", unavailable);
        }
    }
}
