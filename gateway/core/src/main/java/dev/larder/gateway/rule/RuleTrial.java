package dev.larder.gateway.rule;

/**
 * Tries rules on recent traffic before they come into force: an extension point. It is asked about each change of the rules while the
 * gateway runs, and refuses those that do harm; an operator may accept them all the same.
 */
@FunctionalInterface
public interface RuleTrial {

    /** Keeps no traffic, and refuses nothing. */
    RuleTrial NONE = (current, proposed) -> RuleTrialReport.unknown(
            "No traffic is kept to try rules on. Set larder.rule-trial.window=5m at the next start; this needs larder-insight.");

    /**
     * Evaluates the traffic of the last minutes under both.
     *
     * @param current the rules in force
     * @param proposed rules that have passed every other check
     */
    RuleTrialReport evaluate(RuleSnapshot current, RuleSnapshot proposed);
}
