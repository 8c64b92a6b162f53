package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.rule.PathPatterns;
import dev.larder.rfc9111.UnsafeMethods;
import java.lang.reflect.Method;
import java.util.regex.Pattern;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.web.service.annotation.HttpExchange;

/**
 * The requests that a method of a contract interface maps.
 *
 * @param method method of the requests
 * @param path pattern of their paths
 * @param written the annotation as it was written
 */
record ContractRequestMapping(String method, String path, String written) {

    private static final Pattern VARIABLES = Pattern.compile("\\{[^}]*}");

    /** Creates the mapping of that method; the path of its interface is the prefix of its own. */
    static ContractRequestMapping of(Method javaMethod, String prefix, AnnotatedRuleBuilder draft) {
        MergedAnnotation<HttpExchange> annotation =
                MergedAnnotations.from(javaMethod).get(HttpExchange.class);
        if (!annotation.isPresent()) {
            throw draft.refuse("no annotation says which requests it stands for", "@GetExchange(\"/users\")");
        }
        String url = annotation.getString("url");
        String written =
                AnnotationSourceText.value(annotation.getRoot().getType()).with(url);
        var exchange = new ContractRequestMapping(annotation.getString("method"), join(prefix, url), written);
        exchange.check(draft);
        return exchange;
    }

    boolean isGetOrHead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    boolean isUnsafe() {
        return UnsafeMethods.isUnsafe(method);
    }

    /** Returns whether the requests can be acknowledged before they reach the origin. */
    boolean isBufferable() {
        return UnsafeRequestHandler.METHODS.contains(method);
    }

    private static String join(String prefix, String url) {
        String front = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
        String path = front + (url.isEmpty() || url.startsWith("/") ? url : "/" + url);
        return path.startsWith("/") ? path : "/" + path;
    }

    private void check(AnnotatedRuleBuilder draft) {
        if (method.isEmpty()) {
            throw draft.refuse(written + " names no method", "@GetExchange(\"" + path + "\")");
        }
        if (path.contains("${")) {
            return;
        }
        String plain = VARIABLES.matcher(path).replaceAll("");
        if (plain.contains("://") || plain.contains("?") || plain.contains("#")) {
            throw draft.refuse(
                    written + " makes the path " + path + ", which is more than a path", "@GetExchange(\"/users\")");
        }
        PathPatterns.fault(path).ifPresent(why -> {
            throw draft.refuse(written + " makes the path " + path + ", but " + why, "@GetExchange(\"/users/{id}\")");
        });
    }
}
