package dev.larder.gateway.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What operators may do through the actuator endpoints, the dashboard and procedures.
 *
 * @param writeEnabled Whether the actuator endpoints accept purges and other changes.
 * @param tokenFile File with the tokens of operators, each line with a name, a token, scopes (read, purge, writes) and an
 *     optional expiry date.
 * @param hosts Host names under which the endpoints and the dashboard are reached without a token and without Spring Security,
 *     beside IP addresses and localhost.
 */
@ConfigurationProperties("larder.actuate")
public record ActuateProperties(
        @DefaultValue("false") boolean writeEnabled,
        @Nullable Path tokenFile,
        @DefaultValue List<String> hosts) {

    public ActuateProperties {
        hosts = List.copyOf(hosts);
        hosts.forEach(host -> PropertyChecks.host(host, "larder.actuate.hosts"));
    }
}
