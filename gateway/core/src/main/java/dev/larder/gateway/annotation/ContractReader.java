package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.web.service.annotation.HttpExchange;

/** Reads a contract interface: a route and a rule for each method. */
final class ContractReader {

    /** The declarations of one method. */
    record Declared(AnnotatedRoute route, AnnotatedRule rule) {}

    private final Class<?> type;
    private final String contract;
    private final LarderRoutes routes;
    private final Optional<CacheRule> rule;
    private final Optional<BufferedWrite> buffer;

    private ContractReader(Class<?> type, LarderRoutes routes) {
        this.type = type;
        this.contract = ClassUtils.getShortName(type);
        this.routes = routes;
        this.rule = AnnotationFinder.find(CacheRule.class, MergedAnnotations.from(type));
        this.buffer = AnnotationFinder.find(BufferedWrite.class, MergedAnnotations.from(type));
    }

    /** Returns the declarations of an interface with {@link LarderRoutes}, ordered by method name. */
    static List<Declared> read(Class<?> type, LarderRoutes routes) {
        var reader = new ContractReader(type, routes);
        reader.check();
        List<Declared> methods = reader.methods();
        reader.checkBuffered(methods);
        return methods;
    }

    private void check() {
        if (!type.isInterface()) {
            throw refuse("@LarderRoutes stands on a class, but routes are declared by an interface", "an interface");
        }
        rule.filter(all -> !all.name().isEmpty()).ifPresent(all -> {
            throw refuse(
                    AnnotationSourceText.attribute("name").with(all.name())
                            + " names one rule, but each method has its own",
                    "@LarderRoutes(name = \"" + all.name() + "\", uri = ...)");
        });
        checkBuffer();
    }

    private void checkBuffer() {
        buffer.filter(all -> all.methods().length > 0).ifPresent(all -> {
            throw refuse(
                    AnnotationSourceText.attribute(BufferedWrite.class, "methods")
                                    .with(all.methods()) + " says which methods, but the exchange annotations do",
                    "@BufferedWrite without methods");
        });
    }

    /** An annotation that sets the treatment of reads is valid without writes. */
    private void checkBuffered(List<Declared> methods) {
        buffer.filter(all -> all.readsWhileWritePending().isEmpty()
                        && methods.stream()
                                .noneMatch(each -> UnsafeRequestHandler.METHODS.contains(
                                        each.route().method())))
                .ifPresent(all -> {
                    throw refuse(
                            "@BufferedWrite stands on an interface that has no method for POST, PUT or PATCH, so it would"
                                    + " buffer nothing",
                            "the interface without it");
                });
    }

    private List<Declared> methods() {
        List<Declared> declared = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Arrays.stream(type.getMethods())
                .filter(ContractReader::isRouteMethod)
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> {
                    if (!ids.add(method.getName())) {
                        throw new InvalidAnnotationException(
                                contract + '.' + method.getName() + "()",
                                "another method has the same name, so their routes would have the same id",
                                "methods with names of their own");
                    }
                    declared.add(declared(method));
                });
        return declared;
    }

    private Declared declared(Method javaMethod) {
        String prefix = MergedAnnotations.from(type)
                .get(HttpExchange.class)
                .getValue("url", String.class)
                .orElse("");
        var method = new ContractMethod(type, javaMethod, prefix);
        String id = name() + '-' + javaMethod.getName();
        AnnotatedRule ofMethod = method.rule(id, rule, buffer);
        ContractRequestMapping exchange = method.exchange();
        return new Declared(
                new AnnotatedRoute(contract, id, routes.uri(), exchange.path(), exchange.method(), ofMethod.name()),
                ofMethod);
    }

    private String name() {
        return routes.name().isEmpty() ? Introspector.decapitalize(type.getSimpleName()) : routes.name();
    }

    private InvalidAnnotationException refuse(String what, String instead) {
        return new InvalidAnnotationException(contract, what, instead);
    }

    static boolean isRouteMethod(Method method) {
        return !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && (Modifier.isAbstract(method.getModifiers())
                        || AnnotatedElementUtils.hasAnnotation(method, HttpExchange.class));
    }
}
