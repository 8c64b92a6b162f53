package dev.larder.gateway.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.env.Environment;

/**
 * The settings of rules that belong to extensions. They are read at the start, as they open files and connections; rules that change
 * while the gateway runs must leave them alone.
 */
final class ExtensionRuleSettings {

    private final Map<Class<? extends Record>, Map<String, Record>> atStart;

    private ExtensionRuleSettings(Map<Class<? extends Record>, Map<String, Record>> atStart) {
        this.atStart = atStart;
    }

    static ExtensionRuleSettings of(Environment environment) {
        return new ExtensionRuleSettings(read(environment));
    }

    private static Map<Class<? extends Record>, Map<String, Record>> read(Environment environment) {
        Map<Class<? extends Record>, Map<String, Record>> all = new LinkedHashMap<>();
        RuleExtension.all()
                .filter(type -> type.getEnclosingClass() != RuleProperties.class)
                .forEach(type -> all.put(type, Map.copyOf(RuleSettings.byRule(type, environment))));
        return all;
    }

    /** Returns the names of rules with such settings. */
    Set<String> rules() {
        Set<String> names = new LinkedHashSet<>();
        atStart.values().forEach(rules -> names.addAll(rules.keySet()));
        return names;
    }

    /** Refuses an environment in which any of them is another. */
    void requireSame(Environment candidate) {
        requireSame(read(candidate), true);
    }

    /** Refuses an environment that has another one; what it does not have is as it was. */
    void requireSameIn(Environment candidate) {
        requireSame(read(candidate), false);
    }

    private void requireSame(Map<Class<? extends Record>, Map<String, Record>> now, boolean all) {
        now.forEach((type, rules) -> {
            Map<String, Record> before = atStart.getOrDefault(type, Map.of());
            Set<String> names = new LinkedHashSet<>(rules.keySet());
            if (all) {
                names.addAll(before.keySet());
            }
            Record none = RuleSettings.defaults(type);
            names.forEach(name -> requireSame(name, before.getOrDefault(name, none), rules.getOrDefault(name, none)));
        });
    }

    private static void requireSame(String rule, Record before, Record now) {
        for (RecordComponent component : now.getClass().getRecordComponents()) {
            Object value = component(now, component);
            PropertyChecks.that(
                    Objects.equals(component(before, component), value),
                    RuleExtension.RULES + '.' + rule + '.' + DataObjectPropertyName.toDashedForm(component.getName()),
                    value,
                    "it is read at the start of the gateway only",
                    "what it was, or start the gateway again");
        }
    }

    private static @Nullable Object component(Record settings, RecordComponent component) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(component + " cannot be read", fault);
        }
    }
}
