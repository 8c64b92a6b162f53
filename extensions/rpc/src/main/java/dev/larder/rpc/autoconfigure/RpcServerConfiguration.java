package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.rpc.CallResetTracerFactory;
import dev.larder.rpc.RpcConnectionLimiter;
import dev.larder.rpc.RpcServices;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.netty.NettyServerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.grpc.server.NettyGrpcServerFactory;
import org.springframework.grpc.server.ServerBuilderCustomizer;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Configures the gRPC server. Imported, never found by a scan. */
class RpcServerConfiguration {

    /** Requests are short: a URL and header fields, a thousand times at most. */
    private static final int LONGEST_REQUEST = 4 * 1024 * 1024;

    private static final int CALLS_OF_A_CONNECTION = 100;
    private static final int HEADER_BYTES = 16 * 1024;
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final Duration AGE = Duration.ofHours(1);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final String BUNDLE = "larder.rpc.ssl.bundle";

    @Bean
    GrpcServerLifecycle larderRpcServer(
            RpcProperties properties,
            RpcServices services,
            SslBundles bundles,
            ObjectProvider<RpcConnectionLimiter> connections,
            ApplicationEventPublisher events) {
        var factory = factory(
                properties,
                connections.getIfAvailable(() -> new RpcConnectionLimiter(RpcConnectionLimiter.DEFAULT_MAX)),
                bundle(properties, bundles));
        services.definitions().forEach(factory::addService);
        return new GrpcServerLifecycle(factory, GRACE, events);
    }

    /** Updates health before anything is stopped. */
    @Bean
    Leaving larderRpcLeaving(ApplicationContext context, RpcServices services) {
        return new Leaving(context, services);
    }

    /** Updates health when this context is about to close. */
    record Leaving(ApplicationContext context, RpcServices services)
            implements ApplicationListener<ContextClosedEvent> {

        @Override
        public void onApplicationEvent(ContextClosedEvent closing) {
            if (closing.getApplicationContext() == context) {
                services.leave();
            }
        }
    }

    private static @Nullable SslBundle bundle(RpcProperties properties, SslBundles bundles) {
        String name = properties.ssl().bundle();
        try {
            return name == null ? null : trusting(properties, bundles.getBundle(name));
        } catch (NoSuchSslBundleException unknown) {
            throw new InvalidPropertyException(
                    BUNDLE, name, "there is no SSL bundle of that name", "the name of one below spring.ssl.bundle");
        }
    }

    /** Without a trust store of its own, Java would accept client certificates of every authority that browsers trust. */
    private static SslBundle trusting(RpcProperties properties, SslBundle bundle) {
        ClientAuth wanted = properties.ssl().clientAuth();
        PropertyChecks.that(
                wanted == ClientAuth.NONE || bundle.getStores().getTrustStore() != null,
                "larder.rpc.ssl.client-auth",
                wanted.name().toLowerCase(Locale.ROOT),
                "the SSL bundle has no trust store that says whose certificates are good",
                "none, or give the bundle a truststore");
        return bundle;
    }

    private static NettyGrpcServerFactory factory(
            RpcProperties properties, RpcConnectionLimiter connections, @Nullable SslBundle bundle) {
        String address = properties.address().contains(":") ? "[" + properties.address() + "]" : properties.address();
        List<ServerBuilderCustomizer<NettyServerBuilder>> limits = List.of(server -> limit(server, connections));
        return bundle == null
                ? new NettyGrpcServerFactory(address + ":" + properties.port(), limits, null, null, null)
                : new NettyGrpcServerFactory(
                        address + ":" + properties.port(),
                        limits,
                        bundle.getManagers().getKeyManagerFactory(),
                        bundle.getManagers().getTrustManagerFactory(),
                        properties.ssl().clientAuth());
    }

    private static void limit(NettyServerBuilder server, RpcConnectionLimiter connections) {
        server.addTransportFilter(connections)
                .addStreamTracerFactory(new CallResetTracerFactory())
                .handshakeTimeout(HANDSHAKE.toSeconds(), TimeUnit.SECONDS)
                .maxConnectionIdle(IDLE.toSeconds(), TimeUnit.SECONDS)
                .maxConnectionAge(AGE.toSeconds(), TimeUnit.SECONDS)
                .maxConnectionAgeGrace(IDLE.toSeconds(), TimeUnit.SECONDS)
                .maxInboundMessageSize(LONGEST_REQUEST)
                .maxInboundMetadataSize(HEADER_BYTES)
                .maxConcurrentCallsPerConnection(CALLS_OF_A_CONNECTION);
    }
}
