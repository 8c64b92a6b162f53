package dev.larder.gateway.observe;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties that are proposed for one rule, in the words of the configuration. */
public final class RuleDraft {

    private final Section section;
    private final Map<String, String> properties = new TreeMap<>();

    /** Nothing is proposed yet. */
    public RuleDraft(Section section) {
        this.section = section;
    }

    /** Proposes a duration; not one below a millisecond. */
    public void say(String property, Duration value) {
        properties.put(property, Durations.text(value));
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
        return properties.isEmpty() || !section.isOne();
    }

    /** All that is proposed, as one document; empty if nothing is. */
    public static String yaml(List<RuleDraft> drafts) {
        var out = new StringBuilder();
        drafts.stream().filter(draft -> !draft.isEmpty()).forEach(draft -> draft.write(out));
        return out.isEmpty() ? "" : "larder:\n  rules:\n" + out;
    }

    private void write(StringBuilder out) {
        out.append("    ").append(YamlText.key(section.target())).append(":\n");
        if (section.rule().isEmpty()) {
            out.append("      paths: [")
                    .append(YamlText.quoted(section.paths()))
                    .append("]\n");
        }
        properties.forEach((name, value) ->
                out.append("      ").append(name).append(": ").append(value).append('\n'));
    }
}
