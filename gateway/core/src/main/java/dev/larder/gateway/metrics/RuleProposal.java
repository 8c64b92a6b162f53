package dev.larder.gateway.metrics;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Properties that are proposed for one rule, in the words of the configuration. */
public final class RuleProposal {

    private static final String ROOT = "root";

    private final RuleScope scope;
    private final Map<String, String> properties = new TreeMap<>();

    /** Nothing is proposed yet. */
    public RuleProposal(RuleScope scope) {
        this.scope = scope;
    }

    /** Proposes a duration; not one below a millisecond. */
    public void say(String property, Duration value) {
        properties.put(property, DurationText.text(value));
    }

    /** Proposes one of two. */
    public void say(String property, boolean value) {
        properties.put(property, Boolean.toString(value));
    }

    /** Proposes a word. */
    public void say(String property, String word) {
        properties.put(property, YamlText.text(word));
    }

    /** Proposes several texts, in the place of whatever the rule says now. */
    public void say(String property, Collection<String> values) {
        properties.put(property, YamlText.list(values));
    }

    /** Whether nothing is proposed. */
    public boolean isEmpty() {
        return properties.isEmpty() || !scope.isOne();
    }

    /**
     * All that is proposed, as one document; empty if nothing is.
     *
     * @param rules names of the rules there are: a new one gets another
     */
    public static String yaml(List<RuleProposal> drafts, Set<String> rules) {
        var out = new StringBuilder();
        Set<String> taken = rules.stream().map(RuleProposal::plain).collect(Collectors.toCollection(HashSet::new));
        drafts.stream().filter(draft -> !draft.isEmpty()).forEach(draft -> draft.write(draft.name(taken), out));
        return out.isEmpty() ? "" : "larder:\n  rules:\n" + out;
    }

    /** That of its rule; a pool's own, or another that is free. That of the path {@code /} is never a pool's. */
    private String name(Set<String> taken) {
        if (!scope.rule().isEmpty()) {
            return scope.rule();
        }
        boolean root = scope.pool().isEmpty();
        String suffix = root ? "-path" : "-pool";
        String name = root ? ROOT : scope.pool();
        if (!root && plain(name).equals(ROOT)) {
            name += suffix;
        }
        while (!taken.add(plain(name))) {
            name += suffix;
        }
        return name;
    }

    /** Names of properties are equal whatever their case and their dashes. */
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
