package dev.larder.gateway.describe;

import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.UnsafeMethods;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Fields and the parameter {@code _method}, by which origins take a request for one with another method. A route with
 * {@code CacheFilter} does not forward the fields. Others do, so that what claims to be safe may be a write. The claim of an unsafe method
 * changes nothing.
 */
public final class MethodOverride {

    /** Origins behind CGI or similar treat an underscore like a hyphen. */
    private static final Set<String> FIELDS = Set.of("x-http-method-override", "x-http-method", "x-method-override");

    private static final String PARAMETER = "_method";

    private MethodOverride() {}

    /** Returns whether a request is unsafe by its method, or may be by what it carries. */
    public static boolean isUnsafe(ServerHttpRequest request) {
        return UnsafeMethods.isUnsafe(method(request));
    }

    /** Returns whether the origin may take a request, safe by its method, for an unsafe one. */
    public static boolean isOverridden(ServerHttpRequest request) {
        return !UnsafeMethods.isUnsafe(request.getMethod().name()) && isUnsafe(request);
    }

    /** Returns the head of a request as an origin may take it. */
    public static RequestHead of(ServerHttpRequest request, RequestHead head) {
        String method = method(request);
        return method.equals(head.method()) ? head : new RequestHead(method, head.target(), head.fields());
    }

    /** Returns the method that an origin may take a request to have: its own, unless that is safe and another one is named. */
    public static String method(ServerHttpRequest request) {
        String own = request.getMethod().name();
        if (UnsafeMethods.isUnsafe(own)) {
            return own;
        }
        String query = request.getURI().getRawQuery();
        return Stream.concat(ofFields(request.getHeaders()), query == null ? Stream.empty() : ofQuery(query))
                .map(value -> value.strip().toUpperCase(Locale.ROOT))
                .filter(method -> !method.isEmpty() && UnsafeMethods.isUnsafe(method))
                .findFirst()
                .orElse(own);
    }

    private static Stream<String> ofFields(HttpHeaders fields) {
        return fields.headerNames().stream()
                .filter(name -> FIELDS.contains(name.toLowerCase(Locale.ROOT).replace('_', '-')))
                .flatMap(name -> fields.getOrEmpty(name).stream())
                .flatMap(line -> Stream.of(line.split(",")));
    }

    /** Servers separate parameters by ampersands, some by semicolons too. */
    private static Stream<String> ofQuery(String query) {
        return Stream.of(query.split("[&;]"))
                .map(parameter -> parameter.split("=", 2))
                .filter(parts -> parts.length == 2
                        && decoded(parts[0]).filter(PARAMETER::equalsIgnoreCase).isPresent())
                .map(parts -> decoded(parts[1]).orElse(parts[1]));
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
