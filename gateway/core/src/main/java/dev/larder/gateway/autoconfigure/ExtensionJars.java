package dev.larder.gateway.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * The extension jars with their settings and stores, as they announce themselves. A jar is present if its configuration metadata
 * is on the class path. Settings of an absent jar would have no effect, so they prevent the start, and the message names the jar.
 */
final class ExtensionJars {

    private static final SingletonSupplier<List<ExtensionJar>> JARS = SingletonSupplier.of(ExtensionJar::all);

    /** Values, beside zeros, with which a switch needs nothing of the jar. */
    private static final Set<String> OFF = Set.of("", "false", "off", "no", "sampled");

    private ExtensionJars() {}

    /** Returns the absent jar that a property belongs to; empty if it belongs to none. */
    static Optional<String> missing(ConfigurationPropertyName property, Set<String> known) {
        return JARS.obtain().stream()
                .filter(jar -> jar.settings().stream()
                        .anyMatch(beginning -> (isBelow(beginning, property) || jar.isOfRule(property))
                                && !isPresent(beginning, known)))
                .map(ExtensionJar::artifact)
                .findAny();
    }

    /** Returns the jar that adds a route filter of this name; empty if no extension adds it. */
    static Optional<String> ofFilter(String name) {
        return JARS.obtain().stream()
                .filter(jar -> jar.filters().contains(name))
                .map(ExtensionJar::artifact)
                .findAny();
    }

    /** Returns the names of all route filters that extensions add. */
    static Set<String> filters() {
        return JARS.obtain().stream().flatMap(jar -> jar.filters().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Rejects switches that enable an absent extension, also in the environment of the process. Other names there are not
     * checked: they may belong to other programs.
     */
    static void check(Environment environment, Set<String> known) {
        for (ExtensionJar jar : JARS.obtain()) {
            jar.switches().stream()
                    .filter(name -> !isPresent(name, known))
                    .sorted()
                    .forEach(name -> requireOff(name, environment, jar.artifact()));
        }
    }

    /**
     * Returns a sentence for each setting that has no effect, as nothing switches on what it belongs to.
     *
     * @param used canonical names of the types and tiers of all stores
     */
    static List<String> withoutEffect(ConfigurableEnvironment environment, Set<String> known, Set<String> used) {
        Set<ConfigurationPropertyName> names = canonical(known);
        List<String> sentences = new ArrayList<>();
        for (ExtensionJar jar : JARS.obtain()) {
            for (String prefix : jar.settings()) {
                List<String> switches = jar.switches().stream()
                        .filter(name -> name.startsWith(prefix + '.'))
                        .sorted()
                        .toList();
                boolean idle = !switches.isEmpty()
                        || (jar.switches().isEmpty() && !jar.stores().isEmpty());
                if (idle
                        && jar.stores().stream().noneMatch(used::contains)
                        && switches.stream().noneMatch(name -> isOn(name, environment))) {
                    String needed = switches.isEmpty()
                            ? "larder.store.type or larder.store.tiers with " + String.join(", ", jar.stores())
                            : String.join(" or ", switches);
                    names(prefix, environment, names).stream()
                            .filter(name -> !switches.contains(name))
                            .forEach(name -> sentences.add(name + " has no effect without " + needed + '.'));
                }
            }
        }
        return sentences;
    }

    /**
     * Returns a sentence for each setting of a filter that no route has.
     *
     * @param filters the simple names of the classes of all filters of all routes
     */
    static List<String> withoutFilter(ConfigurableEnvironment environment, Set<String> known, Set<String> filters) {
        return JARS.obtain().stream()
                .filter(jar -> jar.switches().isEmpty()
                        && jar.filters().stream().noneMatch(filter -> isAmong(filters, filter)))
                .flatMap(jar -> jar.filters().stream()
                        .flatMap(filter -> jar.settings().stream()
                                .flatMap(prefix -> names(prefix, environment, canonical(known)).stream())
                                .map(name -> name + " has no effect: no route has the filter " + filter + '.')))
                .sorted()
                .toList();
    }

    private static boolean isAmong(Set<String> classes, String filter) {
        return classes.stream().anyMatch(name -> name.startsWith(filter));
    }

    private static Set<ConfigurationPropertyName> canonical(Set<String> known) {
        return known.stream()
                .map(name -> ConfigurationPropertyName.adapt(name, '.'))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isOn(String name, Environment environment) {
        String value = environment.getProperty(name);
        return value != null && !isOff(value.strip().toLowerCase(Locale.ROOT));
    }

    /** Returns the settings below this one that are written anywhere; variables of the process may belong to other programs. */
    private static Set<String> names(
            String prefix, ConfigurableEnvironment environment, Set<ConfigurationPropertyName> known) {
        Set<String> names = new TreeSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource each) {
                each.stream()
                        .filter(ConfigurationPropertyName.of(prefix)::isAncestorOf)
                        .map(name -> name.isLastElementIndexed() ? name.getParent() : name)
                        .filter(known::contains)
                        .map(ConfigurationPropertyName::toString)
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** Returns the jar that adds a type or a tier of stores; empty if no extension adds it. */
    static Optional<String> ofStore(String name) {
        return JARS.obtain().stream()
                .filter(jar -> jar.stores().contains(name))
                .map(ExtensionJar::artifact)
                .findAny();
    }

    /** Returns the names of all types and tiers that extensions add. */
    static Stream<String> stores() {
        return JARS.obtain().stream().flatMap(jar -> jar.stores().stream());
    }

    private static void requireOff(String property, Environment environment, String artifact) {
        String value = environment.getProperty(property);
        if (value != null && isOn(property, environment)) {
            throw new MissingExtensionException(property, value, artifact);
        }
    }

    private static boolean isOff(String value) {
        return OFF.contains(value) || value.matches("0*\\.?0*");
    }

    private static boolean isBelow(String beginning, ConfigurationPropertyName property) {
        ConfigurationPropertyName above = ConfigurationPropertyName.of(beginning);
        return above.equals(property) || above.isAncestorOf(property);
    }

    private static boolean isPresent(String beginning, Set<String> known) {
        return known.stream().anyMatch(name -> isBelow(beginning, ConfigurationPropertyName.adapt(name, '.')));
    }
}
