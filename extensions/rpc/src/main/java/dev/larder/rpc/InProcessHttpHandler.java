package dev.larder.rpc;

import java.net.URI;
import org.springframework.http.server.reactive.HttpHandler;

/**
 * Where the requests of a server come in, for those who have not come by HTTP.
 *
 * @param handler all that the requests pass through, from the outermost on
 * @param basePath below which the server's paths are; empty if it has none
 */
public record InProcessHttpHandler(HttpHandler handler, String basePath) {

    /** Whether the server knows paths like that of this URI. */
    boolean leadsTo(URI uri) {
        String path = uri.getRawPath();
        return basePath.isEmpty() || path.equals(basePath) || path.startsWith(basePath + "/");
    }
}
