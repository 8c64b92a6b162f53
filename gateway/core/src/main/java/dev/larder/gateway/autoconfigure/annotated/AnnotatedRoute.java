package dev.larder.gateway.autoconfigure.annotated;

/**
 * The route that a method of a contract interface declares. A bean, as {@link AnnotatedRule} is.
 *
 * @param contract the interface
 * @param id of the route
 * @param uri where it goes; may have placeholders
 * @param path pattern of its paths; may have placeholders
 * @param method of its requests
 * @param rule name of its rule
 */
record AnnotatedRoute(String contract, String id, String uri, String path, String method, String rule) {

    AnnotatedRoute {
        uri = PlaceholderEscaper.shown(uri);
        path = PlaceholderEscaper.shown(path);
    }
}
