package dev.larder.gateway.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * Settings that are added to every rule, below {@code larder.rules.<name>}: an extension point. Extensions name their
 * implementations, which have a constructor without parameters, in {@code META-INF/spring.factories}; so does the core.
 */
public interface RuleExtension {

    /** Where the rules are. */
    String RULES = "larder.rules";

    /** The records that the settings of one rule are bound to, each by itself; their components are the names that are added. */
    List<Class<? extends Record>> settings();

    /**
     * The names of all rules. A name below which nothing is that anybody reads is none: Spring Boot reads LARDER_RULES_MY_ORDERS_TTL as
     * a setting of my-orders and as one of my.
     */
    static Set<String> names(Environment environment) {
        Set<String> names = new LinkedHashSet<>();
        all().forEach(type ->
                names.addAll(RuleSettings.bind(type, environment).byRule().keySet()));
        return names;
    }

    /** The records of the core and of all extensions on the class path. */
    static Stream<Class<? extends Record>> all() {
        return SpringFactoriesLoader.loadFactories(RuleExtension.class, RuleExtension.class.getClassLoader()).stream()
                .flatMap(extension -> extension.settings().stream());
    }
}
