package dev.larder.dashboard.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The dashboard for operators.
 *
 * @param enabled Whether the gateway serves the dashboard at /larder, on the management port if that is another one.
 */
@ConfigurationProperties("larder.dashboard")
public record DashboardProperties(@DefaultValue("false") boolean enabled) {}
