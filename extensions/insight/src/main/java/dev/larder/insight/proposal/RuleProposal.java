package dev.larder.insight.proposal;

import dev.larder.gateway.metrics.RuleScope;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Proposed properties for one rule, as configuration. */
public final class RuleProposal {

    private static final String ROOT = "root";

    private final RuleScope scope;
    private final Map<String, String> properties = new TreeMap<>();

    /** Creates an empty proposal. */
    public RuleProposal(RuleScope scope) {
        this.scope = scope;
    }

    /** Proposes a duration of at least a millisecond. */
    public void say(String property, Duration value) {
        properties.put(property, DurationText.text(value));
    }

    /** Proposes a boolean. */
    public void say(String property, boolean value) {
        properties.put(property, Boolean.toString(value));
    }

    /** Proposes a word. */
    public void say(String property, String word) {
        properties.put(property, YamlText.text(word));
    }

    /** Proposes a list of texts, which replaces the rule's present one. */
    public void say(String property, Collection<String> values) {
        properties.put(property, YamlText.list(values));
    }

    /** Returns whether the proposal is empty. */
    public boolean isEmpty() {
        return properties.isEmpty() || !scope.isOne();
    }

    /**
     * Returns all proposals as one document; empty if there are none.
     *
     * @param rules names of existing rules, which new rules must not have
     */
    public static String yaml(List<RuleProposal> drafts, Set<String> rules) {
        var out = new StringBuilder();
        Set<String> taken = rules.stream().map(RuleProposal::plain).collect(Collectors.toCollection(HashSet::new));
        drafts.stream().filter(draft -> !draft.isEmpty()).forEach(draft -> draft.write(draft.name(taken), out));
        return out.isEmpty() ? "" : "larder:\n  rules:\n" + out;
    }

    /** Returns the name of its rule; otherwise the pool's name, made unique. The name for {@code /} is never a pool's. */
    private String name(Set<String> taken) {
        if (!scope.rule().isEmpty()) {
            return scope.rule();
        }
        boolean root = scope.pool().isEmpty();
        String suffix = root ? "-path" : "-pool";
        String name = root ? ROOT : scope.pool().substring(scope.pool().lastIndexOf('/') + 1);
        if (!root && plain(name).equals(ROOT)) {
            name += suffix;
        }
        while (!taken.add(plain(name))) {
            name += suffix;
        }
        return name;
    }

    /** Property names are compared without case and dashes. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private void write(String name, StringBuilder out) {
        out.append("    ").append(YamlText.key(name)).append(":\n");
        if (scope.rule().isEmpty()) {
            out.append("      paths: [").append(YamlText.quoted(scope.paths())).append("]\n");
        }
        properties.forEach((property, value) ->
                out.append("      ").append(property).append(": ").append(value).append('\n'));
    }
}
