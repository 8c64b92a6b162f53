package dev.larder.gateway.filter;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.http.ClientConnection;
import dev.larder.rfc9111.HeaderField;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Has a sample of the requests that could be forwarded at their connections take their routes instead, and compares what either
 * decides. A route that decides otherwise forwards all of its requests from then on.
 */
public final class ForwardingShadow {

    private static final Logger log = LoggerFactory.getLogger(ForwardingShadow.class);

    /** One request in so many is compared. */
    static final int SAMPLE = 1024;

    private static final AttributeKey<Prepared> PREPARED = AttributeKey.valueOf(ForwardingShadow.class, "prepared");

    private final AtomicInteger requests = new AtomicInteger();
    private final LongAdder divergences = new LongAdder();
    private final Set<String> divergent = ConcurrentHashMap.newKeySet();

    /** What was decided about the request with these fields, which are compared by identity. */
    private record Prepared(ForwardingShadow shadow, HttpHeaders fields, ExchangeRequest request) {}

    /**
     * Returns whether a request has to take its route, as one of the sample, or because the route has decided otherwise before.
     *
     * @param fields the fields of the request as it was received
     * @param prepared the request as it would be looked up and forwarded
     */
    public boolean needsRoute(Channel client, HttpHeaders fields, ExchangeRequest prepared) {
        if (requests.incrementAndGet() % SAMPLE == 0) {
            client.attr(PREPARED).set(new Prepared(this, fields, prepared));
            return true;
        }
        return divergent.contains(prepared.route());
    }

    /** Called when a route has decided about a request. */
    static void reached(Object nativeRequest, ExchangeRequest decided) {
        if (nativeRequest instanceof HttpServerRequest request) {
            ClientConnection.channel(request)
                    .filter(client -> client.hasAttr(PREPARED))
                    .map(client -> client.attr(PREPARED).getAndSet(null))
                    .filter(prepared -> prepared.fields() == request.requestHeaders())
                    .ifPresent(prepared -> prepared.shadow().compare(prepared.request(), decided));
        }
    }

    /** Requests that other rules overtook on their way may be decided otherwise. */
    void compare(ExchangeRequest prepared, ExchangeRequest decided) {
        if (prepared.resourceTags().rules() != decided.resourceTags().rules()) {
            return;
        }
        difference(prepared, decided).ifPresent(field -> {
            divergences.increment();
            if (divergent.add(prepared.route())) {
                log.error(
                        "The route {} decides otherwise about a request than its connection: {}. It forwards its requests from"
                                + " now on. Report this, and set larder.forward=gateway.",
                        prepared.route(),
                        field);
            }
        });
    }

    /** Returns the name of the first part in which both differ; values may be secret. */
    private static Optional<String> difference(ExchangeRequest one, ExchangeRequest other) {
        if (!one.route().equals(other.route())) {
            return Optional.of("route");
        }
        if (!one.key().equals(other.key())) {
            return Optional.of("cache key");
        }
        if (!one.rule().equals(other.rule())
                || !one.policy().equals(other.policy())
                || !one.resourceTags().ofWrite().equals(other.resourceTags().ofWrite())) {
            return Optional.of("rule");
        }
        if (!one.head().method().equals(other.head().method())) {
            return Optional.of("method");
        }
        if (!one.head().target().equals(other.head().target())) {
            return Optional.of("target");
        }
        return missing(one, other).or(() -> missing(other, one));
    }

    private static Optional<String> missing(ExchangeRequest one, ExchangeRequest other) {
        for (HeaderField field : one.head().fields()) {
            if (!one.head()
                    .fields()
                    .values(field.name())
                    .equals(other.head().fields().values(field.name()))) {
                return Optional.of(field.name());
            }
        }
        return Optional.empty();
    }

    /** Returns how many requests were decided otherwise. */
    public long divergences() {
        return divergences.sum();
    }
}
