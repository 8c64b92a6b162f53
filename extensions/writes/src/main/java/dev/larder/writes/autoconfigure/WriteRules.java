package dev.larder.writes.autoconfigure;

import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.writes.intake.BufferedWriteRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.core.env.Environment;

/**
 * What all rules say of writes that are acknowledged before their origin has them.
 *
 * @param buffers how writes are buffered, by the name of the rule
 * @param reads what becomes of reads meanwhile, by the name of the rule
 */
record WriteRules(Map<String, BufferedWriteProperties> buffers, Map<String, ReadsWhileWritePending> reads) {

    /** Those of the configuration; refuses what cannot work. */
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

    /** How writes under each rule are taken in. */
    Map<String, BufferedWriteRule> buffering() {
        return buffers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, rule -> BufferedWriteSettings.buffering(rule.getValue())));
    }

    /** Bytes of the longest content that any rule takes. */
    long longest() {
        return buffers.values().stream()
                .mapToLong(buffer -> buffer.acceptance().maxSize().toBytes())
                .max()
                .orElse(0);
    }
}
