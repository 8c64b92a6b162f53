package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.actuate.access.OperatorAccessFilter.Operator;
import dev.larder.gateway.actuate.access.OperatorTokenRegistry;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.SpringSecurityDetector;
import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.rpc.InProcessHttpHandler;
import dev.larder.rpc.PurgeAuthorizationFilter;
import dev.larder.rpc.RpcPurger;
import dev.larder.rpc.RpcPurger.Closed;
import dev.larder.rpc.RpcPurger.Endpoint;
import dev.larder.rpc.RpcPurger.Exposed;
import dev.larder.rpc.policy.PurgeAuthorization;
import dev.larder.rpc.policy.PurgeDenial;
import io.grpc.TlsServerCredentials.ClientAuth;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Configures the endpoint and the authorization of purges over RPC. Imported, never found by a scan. */
class RpcPurgeConfiguration {

    private static final EndpointId LARDER = EndpointId.of("larder");

    /** The entry point of the management server, if the actuator's endpoints have their own. */
    record Management(AtomicReference<@Nullable InProcessHttpHandler> door, PurgeAuthorizationFilter proof)
            implements ApplicationListener<WebServerInitializedEvent> {

        @Override
        public void onApplicationEvent(WebServerInitializedEvent event) {
            if ("management".equals(event.getApplicationContext().getServerNamespace())) {
                door.set(InProcessHttpHandlers.ofManagement(event.getApplicationContext(), proof));
            }
        }
    }

    @Bean
    Management larderRpcManagement(
            RpcProperties properties,
            ServerProperties server,
            ObjectProvider<ManagementServerProperties> management,
            UserKeyResolver users,
            ObjectProvider<OperatorTokenRegistry> tokens,
            ApplicationContext context) {
        Ssl ssl = ManagementPortType.get(context.getEnvironment()) == ManagementPortType.SAME
                ? server.getSsl()
                : Optional.ofNullable(management.getIfAvailable())
                        .map(ManagementServerProperties::getSsl)
                        .orElse(null);
        boolean named = SpringSecurityDetector.isActive(context)
                || tokens.stream().anyMatch(OperatorTokenRegistry::areDemanded);
        var right = new PurgeAuthorization(
                !named && properties.ssl().clientAuth() != ClientAuth.NONE,
                !named && isLoopback(properties.address()) && !needsClientCertificate(ssl));
        PropertyChecks.that(
                !properties.purge().enabled() || named || right.byCertificate() || right.byLoopback(),
                "larder.rpc.purge.enabled",
                true,
                "nobody who calls " + properties.address()
                        + " could show that he may: there are neither tokens nor Spring Security, and clients show no certificate",
                "false, or beside it larder.rpc.ssl.client-auth=require, or larder.rpc.address=127.0.0.1 where the actuator's server wants no certificates");
        return new Management(new AtomicReference<>(), new PurgeAuthorizationFilter(right, withTokens(users)));
    }

    /** Tokens are already verified by the filter chain. */
    private static UserKeyResolver withTokens(UserKeyResolver users) {
        return (principal, wanted) ->
                principal instanceof Operator operator ? Optional.of(operator.name()) : users.key(principal, wanted);
    }

    private static boolean isLoopback(String address) {
        try {
            return !address.isBlank() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static boolean needsClientCertificate(@Nullable Ssl ssl) {
        return ssl != null && Ssl.isEnabled(ssl) && ssl.getClientAuth() == Ssl.ClientAuth.NEED;
    }

    @Bean
    RpcPurger larderRpcPurging(
            RpcProperties properties,
            Management management,
            ObjectProvider<PathMappedEndpoints> endpoints,
            ObjectProvider<EndpointAccessResolver> access,
            ApplicationContext context) {
        if (!properties.purge().enabled()) {
            return new RpcPurger(() -> new Closed(PurgeDenial.PURGE_DISABLED));
        }
        var own = SingletonSupplier.of(() -> InProcessHttpHandlers.ofApplication(context, management.proof()));
        return new RpcPurger(() -> Optional.ofNullable(endpoints.getIfAvailable())
                .map(all -> all.getPath(LARDER))
                .flatMap(path -> door(management, own, context).<Endpoint>map(door -> new Exposed(door, path)))
                .filter(open -> mayWrite(access))
                .orElseGet(() ->
                        new Closed(mayWrite(access) ? PurgeDenial.PURGE_NOT_EXPOSED : PurgeDenial.PURGE_READ_ONLY)));
    }

    private static boolean mayWrite(ObjectProvider<EndpointAccessResolver> access) {
        return Optional.ofNullable(access.getIfAvailable())
                .map(resolver -> resolver.accessFor(LARDER, Access.UNRESTRICTED) == Access.UNRESTRICTED)
                .orElse(true);
    }

    private static Optional<InProcessHttpHandler> door(
            Management management, SingletonSupplier<InProcessHttpHandler> own, ApplicationContext context) {
        return switch (ManagementPortType.get(context.getEnvironment())) {
            case DISABLED -> Optional.empty();
            case SAME -> Optional.of(own.obtain());
            case DIFFERENT -> Optional.ofNullable(management.door().get());
        };
    }
}
