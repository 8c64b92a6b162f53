package dev.larder.gateway.annotation;

/**
 * The route that a method of a contract interface declares. Registered as a bean, like {@link AnnotatedRule}.
 *
 * @param contract the interface
 * @param id id of the route
 * @param uri URI that requests are forwarded to; may have placeholders
 * @param path pattern of its paths; may have placeholders
 * @param method method of its requests
 * @param rule name of its rule
 */
record AnnotatedRoute(String contract, String id, String uri, String path, String method, String rule) {

    AnnotatedRoute {
        uri = PlaceholderEscaper.shown(uri);
        path = PlaceholderEscaper.shown(path);
    }
}
