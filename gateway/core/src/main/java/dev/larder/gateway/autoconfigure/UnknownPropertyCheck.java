package dev.larder.gateway.autoconfigure;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Rejects unknown properties below {@code larder} in files and arguments: a misspelled setting would otherwise silently have no
 * effect. Known names are those of the configuration metadata, in any form that Spring Boot binds.
 */
final class UnknownPropertyCheck {

    private static final String LARDER = "larder";
    private static final String INDEX = SettingMetadata.INDEX;
    private static final String ANY_NUMBER = "0";
    private static final String ANY_INDEX = "[0]";
    private static final String NUMBER_KEY = ".0";
    private static final String OWN_NAME = "*";
    private static final int OWN_NAME_AT = 2;
    private static final int OWN_KEY_AT = 4;
    private static final String ANY_KEY = "[" + OWN_NAME + "]";

    /** Names of maps below a rule whose keys are the user's own. */
    private static final Set<String> WITH_OWN_KEYS = Set.of("typettl");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final String RULES = "rules";
    private static final String STORES = "stores";
    private static final Set<String> NAMED = Set.of(RULES, STORES);
    private static final List<String> COUPLINGS = List.of(LARDER, "invalidation", "couplings");
    private static final Set<String> PROCESS = Set.of(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);

    private UnknownPropertyCheck() {}

    static void check(ConfigurableEnvironment environment) {
        Set<String> known = SettingMetadata.known();
        Set<List<String>> allowed = Stream.concat(known.stream(), ofNamed())
                .map(name -> elements(ConfigurationPropertyName.adapt(name, '.')))
                .collect(Collectors.toUnmodifiableSet());
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names && !PROCESS.contains(source.getName())) {
                List.of(names.getPropertyNames()).forEach(name -> check(name, environment, known, allowed));
            }
        }
        ExtensionJars.check(environment, known);
    }

    private static void check(
            String name, ConfigurableEnvironment environment, Set<String> known, Set<List<String>> allowed) {
        ConfigurationPropertyName parsed = ConfigurationPropertyName.adapt(name, '.');
        List<String> elements = elements(parsed);
        if (isAncestor(List.of(LARDER), elements) && !isAncestor(COUPLINGS, elements) && !allowed.contains(elements)) {
            String value = String.valueOf(environment.getProperty(name));
            ExtensionJars.missing(parsed, known).ifPresent(jar -> {
                throw new MissingExtensionException(name, value, jar);
            });
            throw new InvalidPropertyException(
                    name,
                    value,
                    "Larder has no such property",
                    NearestNames.of(
                                    name,
                                    Stream.concat(ofSame(parsed), known.stream().filter(each -> !each.endsWith(INDEX))))
                            .collect(Collectors.joining(" or ")));
        }
    }

    private static boolean isAncestor(List<String> above, List<String> elements) {
        return elements.size() > above.size()
                && elements.subList(0, above.size()).equals(above);
    }

    /** Returns the elements to compare: without dashes and case, with placeholders for numbers and users' own names. */
    private static List<String> elements(ConfigurationPropertyName name) {
        return IntStream.range(0, name.getNumberOfElements())
                .mapToObj(at -> element(name, at))
                .toList();
    }

    private static String element(ConfigurationPropertyName name, int at) {
        String element = name.getElement(at, Form.UNIFORM);
        if (at == OWN_NAME_AT && NAMED.contains(name.getElement(at - 1, Form.UNIFORM))) {
            return OWN_NAME;
        }
        if (at == OWN_KEY_AT && WITH_OWN_KEYS.contains(name.getElement(at - 1, Form.UNIFORM))) {
            return OWN_NAME;
        }
        if (NUMBER.matcher(element).matches()) {
            return name.isNumericIndex(at) ? ANY_INDEX : ANY_NUMBER;
        }
        return element;
    }

    /** Returns the properties of the rule or store whose name is in this one, as a user writes them. */
    private static Stream<String> ofSame(ConfigurationPropertyName name) {
        if (name.getNumberOfElements() <= OWN_NAME_AT) {
            return Stream.empty();
        }
        String named = name.chop(OWN_NAME_AT + 1).toString();
        return types(name.getElement(OWN_NAME_AT - 1, Form.UNIFORM))
                .flatMap(UnknownPropertyCheck::written)
                .map(property -> named + '.' + property);
    }

    /** Returns the properties of rules and stores of any name. */
    private static Stream<String> ofNamed() {
        return NAMED.stream()
                .flatMap(named -> types(named)
                        .flatMap(UnknownPropertyCheck::bound)
                        .map(property -> LARDER + '.' + named + ANY_KEY + '.' + property));
    }

    /** Returns the records that a rule, with those of extensions, or a store is bound to. */
    private static Stream<Class<? extends Record>> types(String named) {
        return switch (named) {
            case RULES -> RuleExtension.all();
            case STORES -> Stream.of(LarderProperties.NamedStore.class);
            default -> Stream.empty();
        };
    }

    /** Returns every form of a name that a record is bound to. Maps have numbers as keys, or the user's own. */
    private static Stream<String> bound(Class<?> type) {
        return properties(type, (name, component) -> {
            if (Map.class.isAssignableFrom(component.toClass())) {
                return Stream.of(name, name + INDEX, name + NUMBER_KEY, name + ANY_KEY);
            }
            return Collection.class.isAssignableFrom(component.toClass())
                    ? Stream.of(name, name + INDEX)
                    : Stream.of(name);
        });
    }

    /** Returns the names that a user gives a value, those of maps with a key. */
    private static Stream<String> written(Class<?> type) {
        return properties(
                type,
                (name, component) -> Stream.of(
                        Map.class.isAssignableFrom(component.toClass())
                                ? name + SettingExamples.key(component)
                                : name));
    }

    private static Stream<String> properties(
            Class<?> type, BiFunction<String, ResolvableType, Stream<String>> spellings) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> {
            String name = DataObjectPropertyName.toDashedForm(component.getName());
            return component.getType().isRecord()
                    ? properties(component.getType(), spellings).map(inner -> name + '.' + inner)
                    : spellings.apply(name, ResolvableType.forType(component.getGenericType()));
        });
    }
}
