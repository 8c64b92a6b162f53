package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleSettings;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Acceptance;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Batches;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * Settings of a rule about writes that are acknowledged before their origin has them. Each part is bound by itself, at the rule's own
 * prefix.
 *
 * @param readsWhileWritePending what becomes of reads while an acknowledged write has not reached its origin
 * @param buffer which writes are acknowledged before their origin has them; without, none
 */
public record WriteRuleProperties(
        ReadsWhileWritePending readsWhileWritePending,
        @Nullable BufferedWriteProperties buffer) {

    /** Those of all rules that have any, by name. */
    static Map<String, WriteRuleProperties> of(Environment environment) {
        var reads = RuleSettings.bind(OfReads.class, environment);
        var acceptance = RuleSettings.bind(OfAcceptance.class, environment);
        var batches = RuleSettings.bind(OfBatches.class, environment);
        var delivery = RuleSettings.bind(OfDelivery.class, environment);
        Map<String, WriteRuleProperties> rules = new LinkedHashMap<>();
        reads.byRule()
                .forEach((name, rule) -> rules.put(name, new WriteRuleProperties(rule.readsWhileWritePending(), null)));
        Stream.of(acceptance, batches, delivery)
                .flatMap(part -> part.byRule().keySet().stream())
                .forEach(name -> rules.put(
                        name,
                        new WriteRuleProperties(
                                reads.of(name).readsWhileWritePending(),
                                new BufferedWriteProperties(
                                        acceptance.of(name).buffer(),
                                        batches.of(name).buffer(),
                                        delivery.of(name).buffer()))));
        return rules;
    }

    /**
     * What becomes of reads.
     *
     * @param readsWhileWritePending Treatment of reads while an acknowledged write has not reached its origin.
     */
    @ConfigurationPropertiesSource
    public record OfReads(@DefaultValue("bypass") ReadsWhileWritePending readsWhileWritePending) {}

    /**
     * Which writes are acknowledged.
     *
     * @param buffer which writes are acknowledged
     */
    @ConfigurationPropertiesSource
    public record OfAcceptance(
            @DefaultValue @NestedConfigurationProperty Acceptance buffer) {}

    /**
     * What is sent to the origin together.
     *
     * @param buffer what is sent to the origin together
     */
    @ConfigurationPropertiesSource
    public record OfBatches(
            @DefaultValue @NestedConfigurationProperty Batches buffer) {}

    /**
     * How batches are sent.
     *
     * @param buffer how batches are sent
     */
    @ConfigurationPropertiesSource
    public record OfDelivery(
            @DefaultValue @NestedConfigurationProperty Delivery buffer) {}
}
