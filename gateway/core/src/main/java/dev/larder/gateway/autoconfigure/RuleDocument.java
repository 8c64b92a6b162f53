package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads {@code larder.rules} from YAML, of which JSON is a part: one document without aliases and without anything else. */
final class RuleDocument {

    /** Maximum size in characters: rules of thousands of routes. */
    static final int MOST = 1 << 20;

    private static final String EXAMPLE = "larder.rules.users.paths=/users/**, as YAML or JSON";

    private static final Pattern RULE = Pattern.compile("larder\\.rules(\\.|\\[).*");

    private RuleDocument() {}

    /**
     * Reads the text.
     *
     * @param name name of the source, for messages
     * @throws InvalidPropertyException if it is no such document
     */
    static EnumerablePropertySource<?> read(String name, String text) {
        that(text.length() <= MOST, name, text.length() + " characters", "it has more than " + MOST);
        List<PropertySource<?>> documents = load(name, text);
        that(documents.size() <= 1, name, documents.size() + " documents", "rules are one document");
        that(!documents.isEmpty(), name, "nothing", "it has no larder.rules; larder.rules: {} is none");
        EnumerablePropertySource<?> source = (EnumerablePropertySource<?>) documents.get(0);
        for (String property : source.getPropertyNames()) {
            Object value = source.getProperty(property);
            if (property.equals(RuleExtension.RULES) && (value == null || "".equals(value))) {
                return new OriginTrackedMapPropertySource(name, Map.of());
            }
            that(RULE.matcher(property).matches(), name, property, "only larder.rules is read from it");
        }
        return source;
    }

    private static List<PropertySource<?>> load(String name, String text) {
        var options = new LoaderOptions();
        options.setMaxAliasesForCollections(0);
        options.setAllowDuplicateKeys(false);
        try {
            boolean empty = true;
            for (Object each : new Yaml(new SafeConstructor(options)).loadAll(text)) {
                that(
                        each == null || each instanceof Map<?, ?>,
                        name,
                        "a document",
                        "it is no mapping of names to values");
                that(
                        !isEmptied(each),
                        name,
                        RuleExtension.RULES + " without rules",
                        "it lists none; larder.rules: {} removes all");
                empty &= each == null || ((Map<?, ?>) each).isEmpty();
            }
            if (empty) {
                return List.of();
            }
            return new YamlPropertySourceLoader()
                    .load(name, new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), name));
        } catch (YAMLException | IOException | IllegalStateException fault) {
            throw new InvalidPropertyException(
                    name, "a text of " + text.length() + " characters", "it is no YAML: " + firstLine(fault), EXAMPLE);
        }
    }

    /** Whether it names the rules and has none, as a file whose rules are all commented out. */
    private static boolean isEmptied(Object document) {
        return document instanceof Map<?, ?> names
                && (hasNoMapping(names, RuleExtension.RULES)
                        || hasNoMapping(names, "larder")
                        || (names.get("larder") instanceof Map<?, ?> larder && hasNoMapping(larder, "rules")));
    }

    private static boolean hasNoMapping(Map<?, ?> names, String name) {
        return names.containsKey(name) && !(names.get(name) instanceof Map<?, ?>);
    }

    private static String firstLine(Exception fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    private static void that(boolean good, String name, String value, String why) {
        PropertyChecks.that(good, name, value, why, EXAMPLE);
    }
}
