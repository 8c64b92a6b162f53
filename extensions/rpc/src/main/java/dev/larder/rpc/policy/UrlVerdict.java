package dev.larder.rpc.policy;

import java.net.URI;

/** The decision about a URL that a client requests. */
public sealed interface UrlVerdict {

    /**
     * Fetched by one of the gateway's own routes.
     *
     * @param uri as an HTTP client would request it
     */
    record ByRoute(URI uri) implements UrlVerdict {}

    /**
     * Fetched from a listed origin.
     *
     * @param origin the listed origin
     */
    record Listed(URI uri, WebOrigin origin) implements UrlVerdict {}

    /**
     * Not fetched.
     *
     * @param why the reason
     */
    record Denied(FetchDenial why) implements UrlVerdict {}
}
