package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface that declares the routes of a service and what each of them caches. Each method with an annotation such as
 * {@code @GetExchange("/users/{id}")} is a route: the gateway forwards requests with that method and path to {@link #uri}
 * by way of the filter {@code Cache}, under a rule of the method's own. A route for GET is one for HEAD too. Of the
 * exchange annotations only method and URL count here; what else they say concerns clients.
 *
 * <p>Interfaces are found in the packages of the application, as entities and repositories are. Nobody has to implement
 * them; the same interface may well be that of an HTTP client.
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

    /** Where requests go, such as {@code lb://users} or {@code ${users.uri}}. */
    String uri();

    /**
     * What ids of routes, and with them names of rules, begin with: {@code users} makes {@code users-list} of the method
     * {@code list}. Without, the simple name of the interface, its first letter in lower case.
     */
    String name() default "";
}
