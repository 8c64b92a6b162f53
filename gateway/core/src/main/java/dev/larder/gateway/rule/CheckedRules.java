package dev.larder.gateway.rule;

/**
 * Rules that have passed every check of a start.
 *
 * @param snapshot the rules
 * @param yaml their settings that are no defaults, as they could be written, without those that belong to extensions
 */
public record CheckedRules(RuleSnapshot snapshot, String yaml) {}
