package dev.larder.gateway.autoconfigure.annotated;

import java.util.Map;

/**
 * What the annotations of one method say about a rule. A bean, so that what is known when an application is built need not
 * be looked for when it runs.
 *
 * @param name of the rule
 * @param element the method, such as {@code UserRoutes.list()}
 * @param values by name below the rule, values of properties
 * @param annotations by the same names, the annotations that say so, as they were written
 */
record AnnotatedRule(String name, String element, Map<String, String> values, Map<String, String> annotations) {

    AnnotatedRule {
        values = PlaceholderEscaper.each(values, PlaceholderEscaper::shown);
        annotations = PlaceholderEscaper.each(annotations, PlaceholderEscaper::shown);
    }
}
