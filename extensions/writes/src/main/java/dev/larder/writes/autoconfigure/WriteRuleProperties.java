package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleSettings;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Acceptance;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Batches;
import dev.larder.writes.autoconfigure.BufferedWriteProperties.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
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
 * @param readsWhileWritePending how reads are treated while an acknowledged write has not reached its origin
 * @param buffer which writes are acknowledged before their origin has them; null for none
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
        Stream.of(
                        named(acceptance, OfAcceptance::buffer),
                        named(batches, OfBatches::buffer),
                        named(delivery, OfDelivery::buffer))
                .flatMap(names -> names)
                .forEach(name -> rules.put(
                        name,
                        new WriteRuleProperties(
                                reads.of(name).readsWhileWritePending(),
                                new BufferedWriteProperties(
                                        part(acceptance.of(name).buffer(), Acceptance.class),
                                        part(batches.of(name).buffer(), Batches.class),
                                        part(delivery.of(name).buffer(), Delivery.class)))));
        return rules;
    }

    /** Rules that have any of these settings; an empty value of the rule itself, as in LARDER_RULES_ORDERS=, is none. */
    private static <T extends Record> Stream<String> named(
            RuleSettings<T> settings, Function<T, @Nullable Object> buffer) {
        return settings.byRule().entrySet().stream()
                .filter(rule -> buffer.apply(rule.getValue()) != null)
                .map(Map.Entry::getKey);
    }

    private static <T extends Record> T part(@Nullable T settings, Class<T> type) {
        return settings != null ? settings : RuleSettings.defaults(type);
    }

    /**
     * How reads are treated while a write is pending.
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
            @Nullable @NestedConfigurationProperty Acceptance buffer) {}

    /**
     * How batches are composed.
     *
     * @param buffer how batches are composed
     */
    @ConfigurationPropertiesSource
    public record OfBatches(
            @Nullable @NestedConfigurationProperty Batches buffer) {}

    /**
     * How batches are sent.
     *
     * @param buffer how batches are sent
     */
    @ConfigurationPropertiesSource
    public record OfDelivery(
            @Nullable @NestedConfigurationProperty Delivery buffer) {}
}
