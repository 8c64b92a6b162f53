package dev.larder.gateway.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The page for operators.
 *
 * @param enabled whether there is a page at /larder, on the management port if that is another one
 */
@ConfigurationProperties("larder.dashboard")
public record DashboardProperties(@DefaultValue("false") boolean enabled) {}
