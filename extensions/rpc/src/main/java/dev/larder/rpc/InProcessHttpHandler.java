package dev.larder.rpc;

import java.net.URI;
import org.springframework.http.server.reactive.HttpHandler;

/**
 * The entry point of a server for requests that do not arrive over HTTP.
 *
 * @param handler the complete chain for requests, from the outermost handler
 * @param basePath prefix of the server's paths; empty if it has none
 */
public record InProcessHttpHandler(HttpHandler handler, String basePath) {

    /** Whether the path of this URI belongs to the server. */
    boolean matches(URI uri) {
        String path = uri.getRawPath();
        return basePath.isEmpty() || path.equals(basePath) || path.startsWith(basePath + "/");
    }
}
