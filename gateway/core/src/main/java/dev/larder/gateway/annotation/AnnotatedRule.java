package dev.larder.gateway.annotation;

import java.util.Map;

/**
 * Settings of a rule from the annotations of one method. Registered as a bean, so that an application built ahead of time need
 * not search for annotations at runtime.
 *
 * @param name name of the rule
 * @param element the method, such as {@code UserRoutes.list()}
 * @param values values of properties, by name below the rule
 * @param annotations source text of the annotations that set them, by the same names
 */
record AnnotatedRule(String name, String element, Map<String, String> values, Map<String, String> annotations) {

    AnnotatedRule {
        values = PlaceholderEscaper.each(values, PlaceholderEscaper::shown);
        annotations = PlaceholderEscaper.each(annotations, PlaceholderEscaper::shown);
    }
}
