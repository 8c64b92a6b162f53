package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A rule {@code larder.rules.<name>}, declared where its routes are.
 *
 * <p>On a {@code @Bean} method that returns a {@code RouteLocator}, every route of that locator gets the filter {@code Cache}
 * under this rule, unless it has one already. On a method of an interface with {@link LarderRoutes} it is the rule of that
 * method's route; on the interface it contains defaults for the rules of all methods.
 *
 * <p>Properties of the rule's name take precedence over the annotation, one by one; omitted attributes have the default of the
 * property. Durations are written like {@code 30s}; placeholders such as {@code ${users.ttl}} are resolved.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface CacheRule {

    /**
     * The rule's name, of letters, digits and hyphens. Default: the name of the bean, or the id of the method's route. Not
     * allowed on an interface, because each of its methods has a rule of its own.
     */
    String name() default "";

    /** Freshness lifetime of responses whose origin states none. */
    String ttl() default "";

    /** Whether {@link #ttl} also overrides the freshness that the origin states. */
    boolean ttlOverrides() default false;

    /** How long a stale response is served while it is validated. */
    String staleWhileRevalidate() default "";

    /** How long a stale response is served when the origin fails. */
    String staleIfError() default "";

    /** Name of the store for its responses, below {@code larder.stores}. */
    String store() default "";

    /** Pool of its responses. Default: named by the first segment of the path that is no prefix, such as {@code api}. */
    String pool() default "";

    /** Pools that its writes invalidate in addition. */
    String[] coupledPools() default {};
}
