package dev.larder.gateway.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What operators may do by the actuator endpoints, the page and procedures.
 *
 * @param writeEnabled whether the endpoint purges; whoever reaches it then can
 * @param ordersPerSecond purges and orders about buffered writes in a second, together; ten seconds' worth may come at once
 * @param tokenFile file of the tokens that operators need, a line each: name, token, scopes (read, purge, writes) and perhaps
 *     a last day; without, whoever reaches the port needs none
 * @param hosts names by which the endpoints may be asked for, beside addresses and localhost, where neither a token nor Spring
 *     Security says who may
 */
@ConfigurationProperties("larder.actuate")
public record ActuateProperties(
        @DefaultValue("false") boolean writeEnabled,
        @DefaultValue("10") int ordersPerSecond,
        @Nullable Path tokenFile,
        @DefaultValue List<String> hosts) {

    private static final int MOST_ORDERS = 1_000_000;

    public ActuateProperties {
        hosts = List.copyOf(hosts);
        hosts.forEach(host -> Require.host(host, "larder.actuate.hosts"));
        Require.that(
                ordersPerSecond > 0 && ordersPerSecond <= MOST_ORDERS,
                "larder.actuate.orders-per-second",
                ordersPerSecond,
                "between one and a million orders can be carried out in a second",
                "10");
    }
}
