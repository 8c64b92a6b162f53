package dev.larder.rpc.wall;

import java.net.URI;

/** What becomes of a URL that a client wants fetched. */
public sealed interface Verdict {

    /**
     * One of the gateway's own routes is asked for it.
     *
     * @param uri as an HTTP client would ask for it
     */
    record ByRoute(URI uri) implements Verdict {}

    /**
     * A listed origin is asked for it.
     *
     * @param origin whose it is
     */
    record Listed(URI uri, Origin origin) implements Verdict {}

    /**
     * It is not fetched.
     *
     * @param why the reason
     */
    record Denied(Denial why) implements Verdict {}
}
