package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.RuleExtension;
import java.util.List;

/** Adds {@code buffer} and {@code reads-while-write-pending} to every rule. */
final class WriteRuleExtension implements RuleExtension {

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(
                WriteRuleProperties.OfReads.class,
                WriteRuleProperties.OfAcceptance.class,
                WriteRuleProperties.OfBatches.class,
                WriteRuleProperties.OfDelivery.class);
    }
}
