package dev.larder.gateway.autoconfigure;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Which jar has which settings. That one is on the class path is seen by its metadata: the settings of a jar that is not there
 * do nothing, so they stop the start, and the jar is named.
 */
final class Extensions {

    private static final String INSIGHT = "larder-insight";

    /** By the beginning of the settings. */
    private static final Map<String, String> JARS = Map.ofEntries(
            Map.entry("larder.advisor", INSIGHT),
            Map.entry("larder.audit", INSIGHT),
            Map.entry("larder.dry-run", INSIGHT),
            Map.entry("larder.store.auto", INSIGHT),
            Map.entry("larder.ttl-advisor", INSIGHT),
            Map.entry("larder.cluster", "larder-cluster"),
            Map.entry("larder.dashboard", "larder-dashboard"),
            Map.entry("larder.disk", "larder-disk"),
            Map.entry("larder.entity-tags", "larder-entity-tags"),
            Map.entry("larder.rpc", "larder-rpc"),
            Map.entry("larder.writes", "larder-writes"));

    private Extensions() {}

    /** The jar that is to be added for a property, if that is one of an extension that is not there. */
    static Optional<String> lacking(ConfigurationPropertyName property, Set<String> known) {
        return JARS.entrySet().stream()
                .filter(jar -> isOf(jar.getKey(), property) && !isThere(jar.getKey(), known))
                .map(Map.Entry::getValue)
                .findAny();
    }

    /** Whatever is enabled wherever, in the environment of the process too, of which the names are not looked through. */
    static void check(Environment environment, Set<String> known) {
        JARS.entrySet().stream()
                .filter(jar -> !isThere(jar.getKey(), known))
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(jar -> {
                    String property = jar.getKey() + ".enabled";
                    String value = environment.getProperty(property);
                    if (value != null && !value.equalsIgnoreCase("false")) {
                        throw new MissingExtensionException(property, value, jar.getValue());
                    }
                });
    }

    private static boolean isOf(String beginning, ConfigurationPropertyName property) {
        ConfigurationPropertyName of = ConfigurationPropertyName.of(beginning);
        return of.equals(property) || of.isAncestorOf(property);
    }

    private static boolean isThere(String beginning, Set<String> known) {
        return known.stream().anyMatch(name -> isOf(beginning, ConfigurationPropertyName.adapt(name, '.')));
    }
}
