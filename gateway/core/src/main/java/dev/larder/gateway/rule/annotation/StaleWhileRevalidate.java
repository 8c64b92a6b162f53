package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How long a stale response is served while it is validated: the property of that name of the method's rule. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface StaleWhileRevalidate {

    /** A duration of more than zero, such as {@code 10s}. */
    String value();
}
