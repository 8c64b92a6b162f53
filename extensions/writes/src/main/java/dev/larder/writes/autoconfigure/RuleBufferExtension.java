package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleExtension;

/** Adds {@code buffer} and {@code reads-while-write-pending} to every rule. */
final class RuleBufferExtension implements RuleExtension<RuleBuffer> {

    @Override
    public Class<RuleBuffer> settings() {
        return RuleBuffer.class;
    }
}
