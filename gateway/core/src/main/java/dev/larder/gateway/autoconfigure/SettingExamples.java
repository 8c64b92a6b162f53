package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.Lifetime;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/** Values to propose in messages: the default of the property where it has one, as that is valid and has a usual unit. */
final class SettingExamples {

    /** Values of settings of rules, which the metadata does not describe; by the end of their names. */
    private static final Map<String, String> OF_RULES = Map.of(
            ".statuses", "200,404",
            ".methods", "GET,HEAD",
            ".refresh-ahead", "0.1",
            ".max-object-size", "1MB",
            ".key.content", "64KB");

    private static final Pattern UNIT = Pattern.compile("[0-9]+([A-Za-z]+)");
    private static final Pattern INDEX = Pattern.compile("\\[[0-9]+]$");
    private static final int KEY = 0;
    private static final int VALUE = 1;

    private SettingExamples() {}

    /** Returns a value, or for a map a complete setting. */
    static String of(String name, ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (Map.class.isAssignableFrom(raw)) {
            String element = name + key(type);
            return element + '=' + of(element, type.getGeneric(VALUE));
        }
        return Collection.class.isAssignableFrom(raw)
                ? of(name, type.getGeneric(KEY).resolve(Object.class))
                : of(name, raw);
    }

    /** Returns the key of an entry as it is written behind the name of a map. */
    static String key(ResolvableType map) {
        return map.getGeneric(KEY).resolve(Object.class) == Integer.class ? ".404" : "[text/html]";
    }

    /** Returns this number with the unit that the property is usually written with. */
    static String withUnit(String name, String number, Class<?> type) {
        String example = of(name, type);
        Matcher unit = UNIT.matcher(example);
        return Lifetime.needsUnit(number) && !number.strip().startsWith("-") && unit.matches()
                ? number.strip().replace("+", "") + unit.group(1)
                : example;
    }

    static boolean isBoolean(Class<?> type) {
        return type == Boolean.class || type == boolean.class;
    }

    private static String of(String name, Class<?> type) {
        String setting = INDEX.matcher(name).replaceFirst("");
        Optional<String> preset =
                type.isEnum() || isBoolean(type) ? Optional.empty() : SettingMetadata.defaultOf(setting);
        return preset.orElseGet(() -> OF_RULES.entrySet().stream()
                .filter(rule -> setting.startsWith(RuleExtension.RULES + '.') && setting.endsWith(rule.getKey()))
                .map(Map.Entry::getValue)
                .findAny()
                .orElseGet(() -> of(type)));
    }

    private static String of(Class<?> type) {
        if (type == DataSize.class) {
            return "256MB";
        }
        if (type == Duration.class) {
            return "30s";
        }
        if (type == URI.class) {
            return "http://127.0.0.1:9000";
        }
        if (isBoolean(type)) {
            return "true";
        }
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(" or "))
                : "100";
    }
}
