package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.gateway.actuate.access.OperatorHostNames;
import dev.larder.gateway.actuate.access.OperatorPaths;
import dev.larder.gateway.actuate.access.OperatorTokenRegistry;
import dev.larder.gateway.actuate.access.TokenScope;
import dev.larder.gateway.message.LarderClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/**
 * Adds the operator access filter to the actuator's server: on the management port, or on the gateway's if that is the same. The
 * class has no annotation that the executable's own component scan could find, which would add it to the data port.
 */
@ConditionalOnBean(OperatorTokenRegistry.class)
public class LarderOperatorAccessConfiguration {

    private static final String CACHE = "larder";
    private static final String WRITES = "larderwrites";
    private static final List<String> ENDPOINTS = List.of(CACHE, WRITES, "larderadvisor", "larderttl", "larderdryrun");

    @Bean
    OperatorAccessFilter larderOperatorGate(
            OperatorTokenRegistry tokens,
            OperatorHostNames hosts,
            ObjectProvider<PathMappedEndpoints> endpoints,
            ObjectProvider<OperatorPaths> further,
            LarderClock clock) {
        return new OperatorAccessFilter(tokens, hosts, SingletonSupplier.of(() -> areas(endpoints, further)), clock);
    }

    private static List<OperatorPaths> areas(
            ObjectProvider<PathMappedEndpoints> endpoints, ObjectProvider<OperatorPaths> further) {
        List<OperatorPaths> areas = new ArrayList<>();
        Optional<PathMappedEndpoints> mapped = Optional.ofNullable(endpoints.getIfAvailable());
        mapped.map(all -> all.getPath(EndpointId.of(CACHE)))
                .ifPresent(path -> areas.add(OperatorPaths.ofEndpoint(path + "/rules", TokenScope.RULES)));
        for (String id : ENDPOINTS) {
            mapped.map(all -> all.getPath(EndpointId.of(id)))
                    .ifPresent(path -> areas.add(
                            OperatorPaths.ofEndpoint(path, id.equals(WRITES) ? TokenScope.WRITES : TokenScope.PURGE)));
        }
        further.orderedStream().forEach(areas::add);
        return List.copyOf(areas);
    }
}
