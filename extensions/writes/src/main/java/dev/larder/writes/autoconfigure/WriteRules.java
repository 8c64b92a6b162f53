package dev.larder.writes.autoconfigure;

import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.writes.intake.BufferedWriteRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.core.env.Environment;

/**
 * The settings of all rules about buffered writes.
 *
 * @param buffers how writes are buffered, by the name of the rule
 * @param reads the treatment of reads in the meantime, by the name of the rule
 */
record WriteRules(Map<String, BufferedWriteProperties> buffers, Map<String, ReadsWhileWritePending> reads) {

    /** Reads the rules from the configuration; rejects invalid ones. */
    static WriteRules of(Environment environment, WritesProperties properties, RuleSet rules) {
        Map<String, WriteRuleProperties> said = WriteRuleProperties.of(environment);
        Map<String, BufferedWriteProperties> buffers = new LinkedHashMap<>();
        said.forEach((name, rule) -> {
            BufferedWriteProperties buffer = rule.buffer();
            if (buffer != null) {
                BufferedWriteChecks.check(
                        "larder.rules." + name,
                        buffer,
                        rules.named(name).orElseThrow().policy().methods(),
                        properties);
                buffers.put(name, buffer);
            }
        });
        return new WriteRules(
                buffers,
                said.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, rule -> rule.getValue().readsWhileWritePending())));
    }

    /** Returns how writes are accepted, by the name of the rule. */
    Map<String, BufferedWriteRule> buffering() {
        return buffers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, rule -> BufferedWriteSettings.buffering(rule.getValue())));
    }

    /** Returns the maximum content that any rule accepts, in bytes. */
    long longest() {
        return buffers.values().stream()
                .mapToLong(buffer -> buffer.acceptance().maxSize().toBytes())
                .max()
                .orElse(0);
    }
}
