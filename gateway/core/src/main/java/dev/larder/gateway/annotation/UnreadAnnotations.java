package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.CacheTtl;
import dev.larder.gateway.rule.annotation.Invalidates;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import dev.larder.gateway.rule.annotation.NoCache;
import dev.larder.gateway.rule.annotation.StaleWhileRevalidate;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Rejects annotations of the application that nothing reads: on types that declare no routes, and on methods that are none. */
final class UnreadAnnotations {

    /** Those that only methods of a contract have. A method with {@link CacheRule} may also make a locator. */
    private static final List<Class<? extends Annotation>> OF_CONTRACTS =
            List.of(CacheTtl.class, StaleWhileRevalidate.class, NoCache.class, Invalidates.class);

    private UnreadAnnotations() {}

    /** Returns whether a class has any of them. */
    static boolean mayBeIn(AnnotationMetadata type) {
        return type.isAnnotated(CacheRule.class.getName())
                || OF_CONTRACTS.stream().anyMatch(annotation -> type.hasAnnotatedMethods(annotation.getName()));
    }

    /** Checks all types of the application that have any of Larder's annotations. */
    static void check(Collection<Class<?>> types) {
        List<Class<?>> contracts = types.stream()
                .filter(type -> MergedAnnotations.from(type).isPresent(LarderRoutes.class))
                .toList();
        for (Class<?> type : types) {
            boolean read = contracts.stream().anyMatch(type::isAssignableFrom);
            if (!read && MergedAnnotations.from(type).isPresent(CacheRule.class)) {
                throw unread(ClassUtils.getShortName(type), CacheRule.class, "a type that declares no routes");
            }
            for (Method method : type.getDeclaredMethods()) {
                if (!read || !ContractReader.isRouteMethod(method)) {
                    refuse(method, read ? "a method that is no route" : "a method of a type that declares no routes");
                }
            }
        }
    }

    private static void refuse(Method method, String where) {
        MergedAnnotations annotations = MergedAnnotations.from(method);
        Optional<Class<? extends Annotation>> found =
                OF_CONTRACTS.stream().filter(annotations::isPresent).findFirst();
        found.ifPresent(annotation -> {
            String element = ClassUtils.getShortName(method.getDeclaringClass()) + '.' + method.getName() + "()";
            throw unread(element, annotation, where);
        });
    }

    private static InvalidAnnotationException unread(String element, Class<?> annotation, String where) {
        return new InvalidAnnotationException(
                element,
                '@' + annotation.getSimpleName() + " stands on " + where + ", so nothing reads it",
                "it on a method with @GetExchange(\"/users\") of an interface with @LarderRoutes(uri = \"lb://users\")");
    }
}
