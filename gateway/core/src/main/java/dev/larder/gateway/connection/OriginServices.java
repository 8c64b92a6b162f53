package dev.larder.gateway.connection;

import dev.larder.gateway.filter.OriginResponseTimeout;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.http.client.OriginClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;

/**
 * Services by which the origins of exchanges are asked from the event loops of their clients.
 *
 * @param clients tell in whose name a request is made
 * @param fields the header fields of forwarded messages
 * @param responseTimeout timeout of routes without one of their own; null for none
 */
record OriginServices(
        OriginClient client,
        ClientAddresses clients,
        ForwardedFieldsByRoute fields,
        @Nullable Duration responseTimeout) {

    /** Returns how long the head of a response may take; zero for no limit. */
    Duration timeout(Route route) {
        return OriginResponseTimeout.of(route, responseTimeout).orElse(Duration.ZERO);
    }
}
