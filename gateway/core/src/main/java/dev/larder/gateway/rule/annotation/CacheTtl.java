package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Freshness lifetime of responses whose origin states none: the property {@code ttl} of the method's rule. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CacheTtl {

    /** A duration of more than zero, such as {@code 30s}. */
    String value();
}
