package dev.larder.gateway.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.StringUtils;

/**
 * The jar of an extension, as it announces itself in {@value #ANNOUNCEMENT}, a properties file with keys such as
 * {@code larder-disk.stores}, whose values are separated by commas. The build puts the announcements of Larder's own extensions into
 * {@value #INDEX}, so that those that are absent are known as well.
 *
 * @param artifact its name
 * @param settings prefixes of its settings
 * @param switches settings without which the others have no effect
 * @param stores names that it adds to {@code larder.store.type} and {@code larder.store.tiers}
 * @param filters names of the route filters that it adds
 * @param ruleSettings names of the settings that it adds to each rule
 */
record ExtensionJar(
        String artifact,
        Set<String> settings,
        Set<String> switches,
        Set<String> stores,
        Set<String> filters,
        Set<String> ruleSettings) {

    /** Resource of each extension. */
    static final String ANNOUNCEMENT = "META-INF/larder.extension";

    /** Resource of the core. */
    static final String INDEX = "META-INF/larder.extensions";

    private static final int OF_RULE_AT = 3;

    /** Reads the announcements on the class path, and those of Larder's own extensions. */
    static List<ExtensionJar> all() {
        try {
            Properties announced = PropertiesLoaderUtils.loadAllProperties(INDEX);
            announced.putAll(PropertiesLoaderUtils.loadAllProperties(ANNOUNCEMENT));
            return of(announced);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /**
     * Returns the extensions that announcements describe, by name.
     *
     * @throws InvalidPropertyException if a key is none of an announcement, or one names no settings
     */
    static List<ExtensionJar> of(Properties announced) {
        Map<String, Map<String, Set<String>>> jars = new TreeMap<>();
        for (String key : announced.stringPropertyNames()) {
            int dot = key.lastIndexOf('.');
            jars.computeIfAbsent(key.substring(0, Math.max(0, dot)), artifact -> new TreeMap<>())
                    .put(
                            key.substring(dot + 1),
                            Set.of(StringUtils.tokenizeToStringArray(announced.getProperty(key), ",")));
        }
        return jars.entrySet().stream()
                .map(jar -> of(jar.getKey(), jar.getValue()))
                .toList();
    }

    private static ExtensionJar of(String artifact, Map<String, Set<String>> lists) {
        var jar = new ExtensionJar(
                artifact,
                removeList(lists, "settings"),
                removeList(lists, "switches"),
                removeList(lists, "stores"),
                removeList(lists, "filters"),
                removeList(lists, "rule-settings"));
        PropertyChecks.that(
                !artifact.isEmpty() && lists.isEmpty() && !jar.settings().isEmpty(),
                ANNOUNCEMENT,
                artifact + lists.keySet(),
                "an announcement has settings, and may have switches, stores, filters and rule-settings, each behind the name of its jar",
                "larder-disk.settings=larder.disk");
        return jar;
    }

    private static Set<String> removeList(Map<String, Set<String>> lists, String name) {
        return Optional.ofNullable(lists.remove(name)).orElse(Set.of());
    }

    /** Whether it adds this property to rules. */
    boolean isOfRule(ConfigurationPropertyName property) {
        return property.getNumberOfElements() > OF_RULE_AT
                && ConfigurationPropertyName.of(RuleExtension.RULES).isAncestorOf(property)
                && ruleSettings.stream()
                        .map(name -> ConfigurationPropertyName.of(name).getElement(0, Form.UNIFORM))
                        .anyMatch(property.getElement(OF_RULE_AT, Form.UNIFORM)::equals);
    }
}
