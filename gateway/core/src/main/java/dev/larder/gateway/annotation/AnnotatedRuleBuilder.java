package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.Lifetime;
import dev.larder.gateway.rule.annotation.CacheRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Collects the settings of a rule from the annotations of one method. Later settings replace earlier ones. */
final class AnnotatedRuleBuilder {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");
    private static final String PLACEHOLDER = "${";

    private final String element;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();

    /** Creates a builder for that method, as named in messages. */
    AnnotatedRuleBuilder(String element) {
        this.element = element;
    }

    void say(String property, String value, String annotation) {
        values.put(property, value);
        annotations.put(property, annotation);
    }

    /** Appends an element to a list. */
    void add(String property, String value, String annotation) {
        int index = 0;
        while (values.containsKey(property + '[' + index + ']')) {
            index++;
        }
        say(property + '[' + index + ']', value, annotation);
    }

    void duration(String property, String value, AnnotationSourceText annotation) {
        if (!value.contains(PLACEHOLDER)) {
            if (Lifetime.parse(value).isEmpty()) {
                throw refuse(annotation.with(value) + " is no duration", annotation.with("30s"));
            }
            if (Lifetime.needsUnit(value)) {
                throw refuse(
                        annotation.with(value) + " has no unit, so it would be milliseconds",
                        annotation.with(Lifetime.instead(value)));
            }
        }
        say(property, value, annotation.with(value));
    }

    void pools(List<String> pools, AnnotationSourceText annotation) {
        pools.forEach(pool -> {
            if (pool.isBlank()) {
                throw refuse(annotation.with(pool) + " names no pool", annotation.with("skills"));
            }
            add("coupled-pools", pool, annotation.with(pool));
        });
    }

    /** Adds the rule's settings for freshness and store. */
    void lifetimes(CacheRule rule) {
        optional("ttl", "ttl", rule.ttl());
        optional("stale-while-revalidate", "staleWhileRevalidate", rule.staleWhileRevalidate());
        optional("stale-if-error", "staleIfError", rule.staleIfError());
        if (rule.ttlOverrides()) {
            say("ttl-overrides", "true", "@CacheRule(ttlOverrides = true)");
        }
        if (!rule.store().isEmpty()) {
            say("store", rule.store(), AnnotationSourceText.attribute("store").with(rule.store()));
        }
    }

    /** Adds the rule's settings for the pool of responses and for invalidation. */
    void spread(CacheRule rule) {
        if (!rule.pool().isEmpty()) {
            say("pool", rule.pool(), AnnotationSourceText.attribute("pool").with(rule.pool()));
        }
        pools(List.of(rule.coupledPools()), AnnotationSourceText.attribute("coupledPools"));
    }

    AnnotatedRule rule(String name, String annotation) {
        if (!NAME.matcher(name).matches()) {
            throw refuse(
                    annotation + " makes the rule's name " + name + ", which is not of letters, digits and hyphens",
                    "@CacheRule(name = \"users-list\")");
        }
        return new AnnotatedRule(name, element, values, annotations);
    }

    boolean has(String property) {
        return values.containsKey(property);
    }

    InvalidAnnotationException refuse(String what, String instead) {
        return new InvalidAnnotationException(element, what, instead);
    }

    private void optional(String property, String attribute, String value) {
        if (!value.isEmpty()) {
            duration(property, value, AnnotationSourceText.attribute(attribute));
        }
    }
}
