package dev.larder.gateway.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What operators may do by the actuator endpoint.
 *
 * @param writeEnabled whether the endpoint purges; whoever reaches it then can
 */
@ConfigurationProperties("larder.actuate")
public record ActuateProperties(@DefaultValue("false") boolean writeEnabled) {}
