package dev.larder.gateway.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;

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

    /**
     * The names of all rules, those included of which only an extension has settings. A name below which nothing is that anybody
     * reads is none: Spring Boot reads LARDER_RULES_MY_ORDERS_TTL as a setting of my-orders and as one of my.
     *
     * @param core the names of those of which the core has settings
     */
    static Set<String> names(Set<String> core, Environment environment) {
        Set<String> names = new LinkedHashSet<>(core);
        all().forEach(extension -> names.addAll(extension.bind(environment).keySet()));
        return names;
    }

    /** Those of all extensions on the class path. */
    static List<RuleExtension<?>> all() {
        return SpringFactoriesLoader.loadFactories(RuleExtension.class, RuleExtension.class.getClassLoader()).stream()
                .<RuleExtension<?>>map(extension -> extension)
                .toList();
    }
}
