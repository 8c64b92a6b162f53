package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Pools that writes by this method invalidate beside their own: the property {@code coupled-pools} of the method's rule. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Invalidates {

    /** Names of pools. By default, a pool is named by the first segment of the path that is no prefix, such as {@code api}. */
    String[] value();
}
