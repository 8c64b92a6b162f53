package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Makes this gateway a member of a cluster if {@code larder.cluster.enabled} says so. */
@AutoConfiguration(before = LarderAutoConfiguration.class)
@ConditionalOnClass(GatewayAutoConfiguration.class)
@ConditionalOnProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
@EnableConfigurationProperties({ClusterProperties.class, ClusterCacheProperties.class})
@Import(ClusterConfiguration.class)
public class LarderClusterAutoConfiguration {}
