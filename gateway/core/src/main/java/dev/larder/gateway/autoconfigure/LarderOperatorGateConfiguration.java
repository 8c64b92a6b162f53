package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.access.Area;
import dev.larder.gateway.actuate.access.Hosts;
import dev.larder.gateway.actuate.access.OperatorGate;
import dev.larder.gateway.actuate.access.Scope;
import dev.larder.gateway.actuate.access.Tokens;
import dev.larder.gateway.exchange.LarderClock;
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
 * Puts the gate of operators where the actuator is: on the management port, or on the gateway's own if that is the same. It
 * has no annotation by which the executable's own scan would find it for the data port.
 */
@ConditionalOnBean(Tokens.class)
public class LarderOperatorGateConfiguration {

    private static final String WRITES = "larderwrites";
    private static final List<String> ENDPOINTS =
            List.of("larder", WRITES, "larderadvisor", "larderttl", "larderdryrun");

    @Bean
    OperatorGate larderOperatorGate(
            Tokens tokens,
            Hosts hosts,
            ObjectProvider<PathMappedEndpoints> endpoints,
            ObjectProvider<Area> further,
            LarderClock clock) {
        return new OperatorGate(tokens, hosts, SingletonSupplier.of(() -> areas(endpoints, further)), clock);
    }

    private static List<Area> areas(ObjectProvider<PathMappedEndpoints> endpoints, ObjectProvider<Area> further) {
        List<Area> areas = new ArrayList<>();
        Optional<PathMappedEndpoints> mapped = Optional.ofNullable(endpoints.getIfAvailable());
        for (String id : ENDPOINTS) {
            mapped.map(all -> all.getPath(EndpointId.of(id)))
                    .ifPresent(
                            path -> areas.add(Area.ofEndpoint(path, id.equals(WRITES) ? Scope.WRITES : Scope.PURGE)));
        }
        further.orderedStream().forEach(areas::add);
        return List.copyOf(areas);
    }
}
