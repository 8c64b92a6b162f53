package dev.larder.gateway.annotation;

/**
 * A route locator whose routes have one rule. Registered as a bean, like {@link AnnotatedRule}.
 *
 * @param bean name of the locator
 * @param rule name of the rule
 * @param filter name of the filter that applies the rule to its routes
 */
record AnnotatedLocator(String bean, String rule, String filter) {}
