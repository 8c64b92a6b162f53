package dev.larder.gateway.rule;

/**
 * Checks all rules together with what else is configured: an extension point. Every bean of this type is asked before rules replace
 * those in force; what a start checks is checked here by the same code.
 */
@FunctionalInterface
public interface RuleSetCheck {

    /**
     * Checks rules that are not in force.
     *
     * @throws RuntimeException that names the property, if the gateway would not start with them
     */
    void check(RuleSet candidate);
}
