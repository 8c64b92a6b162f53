package dev.larder.gateway.rule.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes are acknowledged before their origin has them: the properties {@code buffer.*} of a rule. They need {@code
 * larder.writes.path}.
 *
 * <p>On a method of an interface with {@link LarderRoutes} it is for the requests of that method, which are POST, PUT or
 * PATCH; on the interface it is for all methods that are. On a {@code @Bean} method that returns a {@code RouteLocator} it is
 * for the routes of that locator: beside {@link CacheRule} under the same rule, else under a rule with the name of the bean
 * and with the filter {@code BufferedWrites}, so that nothing is cached; a route that has one of the two filters keeps it.
 *
 * <p>Properties of the rule's name win over the annotation, one by one; what the annotation leaves out has the default of
 * the property. Durations are written like {@code 5s}, sizes like {@code 1MB}; placeholders are resolved.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface BufferedWrite {

    /** The origin's bulk endpoint, such as {@code /bulk/{path}}; without, they are sent one by one. */
    String bulk() default "";

    /** Format of batches: {@code json}, {@code ndjson} or {@code multipart}. */
    String format() default "";

    /** Their methods: POST, PUT or PATCH. Of a locator only; those of a contract are what its exchange annotations say. */
    String[] methods() default {};

    /** Types of their content, such as {@code application/json}; without, any. */
    String[] contentTypes() default {};

    /** Bytes of content, beyond which they are refused. */
    String maxSize() default "";

    /**
     * Whether only those are buffered that say {@code Prefer: respond-async}. What an interface says so is for all its methods:
     * false on a method does not take it back, but the property of the method's rule does.
     */
    boolean onlyIfPreferred() default false;

    /**
     * Which are delivered in their order: {@code path}, {@code target}, {@code header:NAME}, {@code query:NAME}, {@code
     * json:POINTER} or {@code none}.
     */
    String orderBy() default "";

    /** Whether a batch may have several whose order counts: {@code together} or {@code one-by-one}. */
    String sameKey() default "";

    /** Maximum number of writes in a batch; 0 for the default of the property. */
    int flushCount() default 0;

    /** Maximum size of a batch. */
    String flushSize() default "";

    /** Maximum time that a write waits for its batch to fill. */
    String flushInterval() default "";

    /** Names of the client's fields that go along with each. */
    String[] fieldsPerItem() default {};

    /** Names of the client's fields that go along with the batch. */
    String[] fieldsPerBatch() default {};

    /**
     * Treatment of reads while an acknowledged write has not reached its origin: {@code bypass}, {@code serve-stale} or
     * {@code flush-first}, the property {@code reads-while-write-pending} of the rule of those reads. On an interface it is said of all its
     * methods that read; a method that writes has none of its own.
     */
    String readsWhileWritePending() default "";
}
