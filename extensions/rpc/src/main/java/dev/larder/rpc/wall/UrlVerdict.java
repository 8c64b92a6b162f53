package dev.larder.rpc.wall;

import java.net.URI;

/** What becomes of a URL that a client wants fetched. */
public sealed interface UrlVerdict {

    /**
     * One of the gateway's own routes is asked for it.
     *
     * @param uri as an HTTP client would ask for it
     */
    record ByRoute(URI uri) implements UrlVerdict {}

    /**
     * A listed origin is asked for it.
     *
     * @param origin whose it is
     */
    record Listed(URI uri, WebOrigin origin) implements UrlVerdict {}

    /**
     * It is not fetched.
     *
     * @param why the reason
     */
    record Denied(FetchDenial why) implements UrlVerdict {}
}
