package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rpc.Purging;
import dev.larder.gateway.rpc.Purging.Exposed;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandler;

/** Where purges by remote procedure call go; imported, never found by a scan. */
class RpcPurgeConfiguration {

    private static final EndpointId LARDER = EndpointId.of("larder");

    /** The context of the server that the actuator's endpoints are on. */
    record Management(AtomicReference<ApplicationContext> context)
            implements ApplicationListener<WebServerInitializedEvent> {

        @Override
        public void onApplicationEvent(WebServerInitializedEvent event) {
            if ("management".equals(event.getApplicationContext().getServerNamespace())) {
                context.set(event.getApplicationContext());
            }
        }
    }

    @Bean
    Management larderRpcManagement() {
        return new Management(new AtomicReference<>());
    }

    @Bean
    Purging larderRpcPurging(
            Management management, ObjectProvider<PathMappedEndpoints> endpoints, ApplicationContext context) {
        return new Purging(() -> Optional.ofNullable(endpoints.getIfAvailable())
                .map(all -> all.getPath(LARDER))
                .flatMap(path -> exposed(path, management, context)));
    }

    private static Optional<Exposed> exposed(String path, Management management, ApplicationContext context) {
        Environment environment = context.getEnvironment();
        return switch (ManagementPortType.get(environment)) {
            case DISABLED -> Optional.empty();
            case SAME -> Optional.of(new Exposed(context.getBean(HttpHandler.class), uri(path)));
            case DIFFERENT ->
                Optional.ofNullable(management.context().get())
                        .map(other -> new Exposed(
                                other.getBean(HttpHandler.class),
                                uri(environment.getProperty("management.server.base-path", "") + path)));
        };
    }

    private static URI uri(String path) {
        return URI.create("http://localhost" + path);
    }
}
