package dev.larder.dashboard.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The page for operators.
 *
 * @param enabled whether there is a page at /larder, on the management port if that is another one
 * @param hosts names by which browsers may ask for it, beside addresses and localhost
 */
@ConfigurationProperties("larder.dashboard")
public record DashboardProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue List<String> hosts) {

    public DashboardProperties {
        hosts = List.copyOf(hosts);
        hosts.forEach(host -> Require.host(host, "larder.dashboard.hosts"));
    }
}
