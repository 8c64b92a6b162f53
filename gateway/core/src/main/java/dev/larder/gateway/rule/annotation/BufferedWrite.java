package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Acknowledges writes before they reach the origin: the properties {@code buffer.*} of a rule. Requires {@code
 * larder.writes.path}.
 *
 * <p>On a method of an interface with {@link LarderRoutes}, it applies to the requests of that method, which are POST, PUT or
 * PATCH; on the interface, to all such methods. On a {@code @Bean} method that returns a {@code RouteLocator}, it applies to the
 * routes of that locator: together with {@link CacheRule} under the same rule, otherwise under a rule with the name of the bean
 * and with the filter {@code BufferedWrites}, so that nothing is cached. A route that has one of the two filters keeps it.
 *
 * <p>Properties of the rule's name take precedence over the annotation, one by one; omitted attributes have the default of the
 * property. Durations are written like {@code 5s}, sizes like {@code 1MB}; placeholders are resolved.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface BufferedWrite {

    /** The origin's bulk endpoint, such as {@code /bulk/{path}}; if empty, writes are sent one by one. */
    String bulk() default "";

    /** Format of batches: {@code json}, {@code ndjson} or {@code multipart}. */
    String format() default "";

    /** Methods: POST, PUT or PATCH. For locators only; those of a contract come from its exchange annotations. */
    String[] methods() default {};

    /** Content types, such as {@code application/json}; if empty, any. */
    String[] contentTypes() default {};

    /** Maximum size of the content; larger writes are rejected. */
    String maxSize() default "";

    /**
     * Whether only writes with {@code Prefer: respond-async} are buffered. On an interface it applies to all methods: false on a
     * method does not override it, but the property of the method's rule does.
     */
    boolean onlyIfPreferred() default false;

    /**
     * Which writes are delivered in order: {@code path}, {@code target}, {@code header:NAME}, {@code query:NAME}, {@code
     * json:POINTER} or {@code none}.
     */
    String orderBy() default "";

    /** Whether a batch may contain several writes whose order matters: {@code together} or {@code one-by-one}. */
    String sameKey() default "";

    /** Maximum number of writes in a batch; 0 for the default of the property. */
    int flushCount() default 0;

    /** Maximum size of a batch. */
    String flushSize() default "";

    /** Maximum time that a write waits for its batch to fill. */
    String flushInterval() default "";

    /** Names of the client's header fields that are sent with each write. */
    String[] fieldsPerItem() default {};

    /** Names of the client's header fields that are sent with the batch. */
    String[] fieldsPerBatch() default {};

    /**
     * Treatment of reads while an acknowledged write has not reached the origin: {@code bypass}, {@code serve-stale} or {@code
     * flush-first}, the property {@code reads-while-write-pending} of the rule of those reads. On an interface it applies to all
     * methods that read; a method that writes must not set it.
     */
    String readsWhileWritePending() default "";
}
