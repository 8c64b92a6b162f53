package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleExtension;

/** Adds {@code buffer} and {@code held-reads} to every rule. */
final class RuleBufferExtension implements RuleExtension<RuleBuffer> {

    @Override
    public Class<RuleBuffer> settings() {
        return RuleBuffer.class;
    }
}
