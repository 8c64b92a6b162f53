package dev.larder.writes.autoconfigure;

import dev.larder.gateway.rule.ReadsWhileWritePending;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a rule about writes that are acknowledged before their origin has them.
 *
 * @param readsWhileWritePending Treatment of reads while an acknowledged write has not reached its origin.
 * @param buffer which writes are acknowledged before their origin has them
 */
@ConfigurationPropertiesSource
public record WriteRuleProperties(
        @DefaultValue("bypass") ReadsWhileWritePending readsWhileWritePending,
        @Nullable @NestedConfigurationProperty BufferedWriteProperties buffer) {}
