package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.ClientRequest;
import dev.larder.gateway.exchange.Exchange;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.UploadReceiver;
import dev.larder.http.ClientConnection;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** Answers requests of a route: from the store, from the origin, or by forwarding them unchanged. */
final class RouteRequestHandler {

    private final CacheServices services;
    private final RouteExchange.Factory exchanges;
    private final PassThroughForwarder passThrough;
    private final Optional<DirectOrigins> direct;

    RouteRequestHandler(CacheServices services) {
        this.services = services;
        this.exchanges = new RouteExchange.Factory(services, this::passThrough);
        this.passThrough = new PassThroughForwarder(services, exchanges);
        this.direct = services.fetching().direct();
    }

    private Mono<Void> passThrough(CacheExchange cacheExchange, Reason reason) {
        return passThrough.forward(cacheExchange, reason);
    }

    /** Prepares the response to a request. */
    Mono<Void> answer(CacheExchange cacheExchange) {
        return cacheExchange
                .obstacle()
                .map(obstacle -> obstacle == Reason.BYPASS && refreshes(cacheExchange)
                        ? prepare(cacheExchange, exchange -> exchange.beginRefreshing(obstacle))
                        : passThrough(cacheExchange, obstacle))
                .orElseGet(() -> prepare(cacheExchange, Exchange::begin));
    }

    /** Returns whether the origin's response to a request that bypasses the store replaces the stored one. */
    private static boolean refreshes(CacheExchange cacheExchange) {
        return !cacheExchange.request().upgrades()
                && (!cacheExchange.request().hasContent()
                        || cacheExchange
                                .policy()
                                .keyedByContent(cacheExchange.request().method()));
    }

    private Mono<Void> prepare(CacheExchange cacheExchange, Consumer<Exchange> begin) {
        Channel client = isSentAsItIs(cacheExchange)
                ? ClientConnection.channel(cacheExchange.nativeRequest()).orElse(null)
                : null;
        OriginPort origin = client == null ? null : direct.orElseThrow().of(cacheExchange.exchange(), client);
        return client == null || origin == null
                ? exchanges.prepare(cacheExchange, begin)
                : exchanges.prepare(cacheExchange, client, origin, begin);
    }

    /** Returns whether nothing behind the cache does anything to a request but send it, with the fields that HTTP alone has. */
    private boolean isSentAsItIs(CacheExchange cacheExchange) {
        RequestHead request = cacheExchange.request();
        return direct.isPresent()
                && cacheExchange.chain() instanceof DirectOrigins.KnownChain
                && !services.fetching().spans().on()
                && (request.method().equals("GET") || request.method().equals("HEAD"))
                && !UploadReceiver.hasContent(cacheExchange.exchange().getRequest())
                && !hasOwnWays(request.fields())
                && ClientRequest.isFromHttp11On(cacheExchange.exchange());
    }

    /** Returns whether there are fields for which Gateway, its client or the server have ways of their own. */
    private static boolean hasOwnWays(HeaderFields fields) {
        return fields.contains("Content-Type") || fields.contains("Expect") || fields.contains("Upgrade");
    }
}
