package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface that declares the routes of a service and what each of them caches. Each method with an annotation such as {@code
 * @GetExchange("/users/{id}")} is a route: the gateway forwards requests with that method and path to {@link #uri} through the
 * filter {@code Cache}, under a rule of the method's own. A route for GET also serves HEAD. Of the exchange annotations only
 * method and URL are used; their other attributes concern clients.
 *
 * <p>Interfaces are found in the packages of the application, like entities and repositories. They need no implementation; the
 * same interface may be that of an HTTP client.
 *
 * @see CacheTtl
 * @see StaleWhileRevalidate
 * @see NoCache
 * @see Invalidates
 * @see CacheRule
 * @see BufferedWrite
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface LarderRoutes {

    /** URI that requests are forwarded to, such as {@code lb://users} or {@code ${users.uri}}. */
    String uri();

    /**
     * Prefix of route ids, and so of rule names: {@code users} makes {@code users-list} of the method {@code list}. Default: the
     * simple name of the interface, with its first letter in lower case.
     */
    String name() default "";
}
