package dev.larder.gateway.autoconfigure;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * Adds settings to every rule below {@code larder.rules.<name>}: an extension point. Extensions list their implementations, which
 * have a constructor without parameters, in {@code META-INF/spring.factories}; so does the core.
 */
public interface RuleExtension {

    /** Prefix of the rules. */
    String RULES = "larder.rules";

    /** Returns the records that the settings of one rule are bound to, each separately; their components are the added names. */
    List<Class<? extends Record>> settings();

    /** Returns the records of the core and of all extensions on the class path. */
    static Stream<Class<? extends Record>> all() {
        return SpringFactoriesLoader.loadFactories(RuleExtension.class, RuleExtension.class.getClassLoader()).stream()
                .flatMap(extension -> extension.settings().stream());
    }
}
