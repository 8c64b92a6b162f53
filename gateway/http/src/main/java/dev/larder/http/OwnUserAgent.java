package dev.larder.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The User-Agent that Reactor Netty's client adds to a request without one. A gateway is not the agent of its clients' requests. */
public final class OwnUserAgent {

    private OwnUserAgent() {}

    /** Adds to the context of a request to an origin that its client has sent no User-Agent. */
    public static Context unwanted(Context context) {
        return context.put(OwnUserAgent.class, true);
    }

    static void removeFrom(HttpHeaders fields, ContextView context) {
        if (context.hasKey(OwnUserAgent.class)) {
            fields.remove(HttpHeaderNames.USER_AGENT);
        }
    }
}
