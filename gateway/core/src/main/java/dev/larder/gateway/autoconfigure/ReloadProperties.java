package dev.larder.gateway.autoconfigure;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of rules that change while the gateway runs.
 *
 * @param file YAML file with larder.rules that is read at the start and each time it changes; without, none.
 */
@ConfigurationProperties("larder.reload")
public record ReloadProperties(@Nullable Path file) {}
