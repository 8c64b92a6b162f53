package dev.larder.gateway.autoconfigure.annotated;

/**
 * A bean all of whose routes have one rule. A bean itself, as {@link AnnotatedRule} is.
 *
 * @param bean name of the locator
 * @param rule name of the rule
 * @param filter name of the filter by which its routes come under the rule
 */
record AnnotatedLocator(String bean, String rule, String filter) {}
