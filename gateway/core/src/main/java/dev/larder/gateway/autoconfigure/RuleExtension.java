package dev.larder.gateway.autoconfigure;

import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * The settings that an extension adds to every rule, below {@code larder.rules.<name>}: an extension point. Extensions name their
 * implementations, which have a constructor without parameters, in {@code META-INF/spring.factories}.
 *
 * @param <T> the record that the settings of one rule are bound to
 */
public interface RuleExtension<T extends Record> {

    /** Where the rules are. */
    String RULES = "larder.rules";

    /** The record that the settings of one rule are bound to; its components are the names that are added. */
    Class<T> settings();

    /** The settings of all rules that have any of these, by the name of the rule. */
    default Map<String, T> bind(Environment environment) {
        return Binder.get(environment)
                .bind(RULES, Bindable.mapOf(String.class, settings()))
                .orElse(Map.of());
    }

    /** The names of all rules, those included of which only an extension has settings. */
    static Set<String> names(Environment environment) {
        ResolvableType text = ResolvableType.forClass(String.class);
        Bindable<Map<String, Map<String, Object>>> rules = Bindable.of(ResolvableType.forClassWithGenerics(
                Map.class,
                text,
                ResolvableType.forClassWithGenerics(Map.class, text, ResolvableType.forClass(Object.class))));
        return Binder.get(environment).bind(RULES, rules).orElse(Map.of()).keySet();
    }
}
