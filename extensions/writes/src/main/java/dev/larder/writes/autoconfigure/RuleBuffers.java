package dev.larder.writes.autoconfigure;

import dev.larder.gateway.route.HeldReads;
import dev.larder.gateway.route.Rules;
import dev.larder.writes.intake.Buffering;
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
record RuleBuffers(Map<String, BufferProperties> buffers, Map<String, HeldReads> reads) {

    /** Those of the configuration; refuses what cannot work. */
    static RuleBuffers of(Environment environment, WritesProperties properties, Rules rules) {
        Map<String, RuleBuffer> said = new RuleBufferExtension().bind(environment);
        Map<String, BufferProperties> buffers = new LinkedHashMap<>();
        said.forEach((name, rule) -> {
            BufferProperties buffer = rule.buffer();
            if (buffer != null) {
                BufferChecks.check(
                        "larder.rules." + name,
                        buffer,
                        rules.named(name).orElseThrow().policy().methods(),
                        properties);
                buffers.put(name, buffer);
            }
        });
        return new RuleBuffers(
                buffers,
                said.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, rule -> rule.getValue().readsWhileWritePending())));
    }

    /** How writes under each rule are taken in. */
    Map<String, Buffering> buffering() {
        return buffers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, rule -> BufferSettings.buffering(rule.getValue())));
    }

    /** Bytes of the longest content that any rule takes. */
    long longest() {
        return buffers.values().stream()
                .mapToLong(buffer -> buffer.maxSize().toBytes())
                .max()
                .orElse(0);
    }
}
