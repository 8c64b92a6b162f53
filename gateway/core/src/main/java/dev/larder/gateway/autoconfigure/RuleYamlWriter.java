package dev.larder.gateway.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes rules as YAML that gives the same rules when it is read: the settings that are no defaults, by the names they are bound to. */
final class RuleYamlWriter {

    private static final Pattern PLAIN_KEY = Pattern.compile("[a-z0-9-]+");

    private RuleYamlWriter() {}

    static String of(Map<String, RuleProperties> rules) {
        Map<String, Object> all = new TreeMap<>();
        rules.forEach((name, rule) -> {
            Map<String, Object> settings = new LinkedHashMap<>();
            for (Record part :
                    List.of(rule.requests(), rule.response(), rule.freshness(), rule.storage(), rule.invalidation())) {
                add(settings, part, RuleSettings.defaults(part.getClass()));
            }
            if (!settings.isEmpty()) {
                all.put(key(name), settings);
            }
        });
        var options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(Integer.MAX_VALUE);
        return new Yaml(options).dump(Map.of("larder", Map.of("rules", all)));
    }

    private static void add(Map<String, Object> settings, Record part, Record defaults) {
        for (RecordComponent component : part.getClass().getRecordComponents()) {
            Object value = component(part, component);
            Object usual = component(defaults, component);
            if (value == null || value.equals(usual)) {
                continue;
            }
            String name = DataObjectPropertyName.toDashedForm(component.getName());
            if (value instanceof Record inner && usual instanceof Record innerDefaults) {
                Map<String, Object> nested = new LinkedHashMap<>();
                add(nested, inner, innerDefaults);
                settings.put(name, nested);
            } else {
                settings.put(name, written(value));
            }
        }
    }

    private static Object written(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> written = new TreeMap<>();
            map.forEach((name, each) -> written.put(key(String.valueOf(name)), written(each)));
            return written;
        }
        if (value instanceof Collection<?> collection) {
            List<Object> written = new ArrayList<>();
            collection.forEach(each -> written.add(written(each)));
            if (value instanceof Set<?>) {
                written.sort((one, other) -> one.toString().compareTo(other.toString()));
            }
            return written;
        }
        if (value instanceof Enum<?> word) {
            return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        return value instanceof Boolean || value instanceof Integer ? value : value.toString();
    }

    /** Keys that are no names of settings stand in brackets, or they would be bound without their special characters. */
    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() ? name : '[' + name + ']';
    }

    private static @Nullable Object component(Record settings, RecordComponent component) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(component + " cannot be read", fault);
        }
    }
}
