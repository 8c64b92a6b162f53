package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleExtension;

/** Adds {@code buffer} and {@code reads-while-write-pending} to every rule. */
final class WriteRuleExtension implements RuleExtension<WriteRuleProperties> {

    @Override
    public Class<WriteRuleProperties> settings() {
        return WriteRuleProperties.class;
    }
}
