package dev.larder.gateway.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Settings of all rules that are bound to one record.
 *
 * @param <T> the record
 * @param byRule settings of the rules that have any of them
 * @param defaults settings of the other rules
 */
public record RuleSettings<T extends Record>(Map<String, T> byRule, T defaults) {

    private static final Binder NOTHING = new Binder(List.of());

    /** Binds the settings of the environment. */
    public static <T extends Record> RuleSettings<T> bind(Class<T> type, Environment environment) {
        return new RuleSettings<>(byRule(type, environment), defaults(type));
    }

    /**
     * Returns the names of all rules. A name without settings that any record binds is not a rule: Spring Boot reads
     * LARDER_RULES_MY_ORDERS_TTL as a setting of my-orders and as one of my.
     */
    static Set<String> names(Environment environment) {
        Set<String> names = new LinkedHashSet<>();
        RuleExtension.all()
                .forEach(type -> names.addAll(byRule(type, environment).keySet()));
        return names;
    }

    static <T extends Record> Map<String, T> byRule(Class<T> type, Environment environment) {
        return Binder.get(environment, new UnitBindHandler(BindHandler.DEFAULT, environment))
                .bind(RuleExtension.RULES, Bindable.mapOf(String.class, type))
                .orElse(Map.of());
    }

    /** Returns a record of settings that are all absent. */
    public static <T extends Record> T defaults(Class<T> type) {
        return NOTHING.bindOrCreate("rule", type);
    }

    /** Returns the settings of a rule. */
    public T of(String rule) {
        return byRule.getOrDefault(rule, defaults);
    }
}
