package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.filter.OriginResponseTimeout;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginRequest;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.http.client.OriginShares;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.micrometer.core.instrument.Timer;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.ReadTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/** The origin of one exchange, reached from the event loop of its client's connection. */
final class ConnectionOrigin implements OriginPort {

    private final OriginServices services;
    private final ServerWebExchange exchange;
    private final Asking asking;
    private final Kind kind;
    private final @Nullable LoadBalancedInstances instances;
    private final Route route;
    private final @Nullable String preservedHost;
    private String method = "";
    private URI target = URI.create("");

    /**
     * From where a request is made.
     *
     * @param loop event loop of its client's connection
     * @param stream whether it has come by HTTP/2
     * @param meters meters of its route
     */
    record Asking(EventLoop loop, boolean stream, Supplier<RouteMeters> meters) {}

    /** What a request is made for. */
    enum Kind {
        CACHED,
        /** No client waits for it, but the cache. */
        BACKGROUND,
        UNCACHED
    }

    /**
     * Creates an origin. What its route says counts as it is now: a fallback may send the exchange to another one.
     *
     * @param exchange the request as the filters of its route have left it
     * @param instances those of which one is asked; null if the target of a request says which
     */
    ConnectionOrigin(
            OriginServices services,
            ServerWebExchange exchange,
            Asking asking,
            Kind kind,
            @Nullable LoadBalancedInstances instances) {
        this.services = services;
        this.exchange = exchange;
        this.asking = asking;
        this.kind = kind;
        this.instances = instances;
        this.route = exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        this.preservedHost = preservedHost(exchange);
    }

    private ForwardedFields fields() {
        return kind == Kind.UNCACHED
                ? Objects.requireNonNull(services.fields().uncached())
                : services.fields().cached(asking.stream());
    }

    /** In whose name connections to the origin are taken. */
    private Object owner(ServerWebExchange asked) {
        return kind == Kind.BACKGROUND
                ? OriginShares.GATEWAY
                : services.clients().owner(asked.getRequest());
    }

    @Override
    public OriginPort inBackground() {
        return new ConnectionOrigin(services, exchange, asking, Kind.BACKGROUND, instances);
    }

    @Override
    public Throwable signalled(Throwable failure) {
        return OriginResponseTimeout.asOfGateway(failure, services.timeout(route));
    }

    @Override
    public ResponseHead seen(ResponseHead head) {
        return fields().ofResponse(head);
    }

    @Override
    public void answered(int status, long nanos) {
        record(asking.meters().get().ofOrigin(method, status), nanos);
    }

    @Override
    public void unanswered(Throwable error, long nanos) {
        boolean asked = !method.isEmpty();
        if (asked) {
            FailureLog.unanswered(target, error);
            record(asking.meters().get().ofOrigin(method, name(error)), nanos);
        }
    }

    /** Gateway reports a late response by the error that answers its client. */
    private static String name(Throwable error) {
        Class<?> reported = error instanceof ReadTimeoutException ? ResponseStatusException.class : error.getClass();
        return reported.getSimpleName();
    }

    private static void record(List<Timer> timers, long nanos) {
        for (int i = 0; i < timers.size(); i++) {
            timers.get(i).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public OriginCall ask(RequestHead request, long content, OriginResponseListener listener) {
        return instances == null
                ? ask(exchange, preservedHost, request, content, listener)
                : instances.ask(
                        request,
                        this::seen,
                        listener,
                        (chosen, head, call) -> ask(chosen, preservedHost(chosen), head, content, call));
    }

    private OriginCall ask(
            ServerWebExchange asked,
            @Nullable String host,
            RequestHead request,
            long content,
            OriginResponseListener listener) {
        target = request.target();
        method = request.method();
        OriginAddress origin = OriginAddress.of(target);
        HeaderFields forwarded = fields().of(
                        received(asked, request),
                        asked,
                        Objects.requireNonNullElseGet(host, () -> origin.hostOf(target)),
                        content == 0 && !OriginRequest.isUsuallyWithoutContent(method));
        return services.client()
                .ask(
                        asking.loop(),
                        new OriginRequest(
                                origin,
                                method,
                                OriginRequest.target(target),
                                content == OriginRequest.CHUNKED
                                        ? forwarded.with("Transfer-Encoding", "chunked")
                                        : forwarded,
                                content,
                                OriginRequest.isRepeatable(method),
                                services.timeout(route),
                                kind == Kind.UNCACHED),
                        owner(asked),
                        listener);
    }

    private static @Nullable String preservedHost(ServerWebExchange asked) {
        return asked.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false)
                ? asked.getRequest().getHeaders().getFirst("Host")
                : null;
    }

    /** The cache decides about the fields of reads only. */
    private HeaderFields received(ServerWebExchange asked, RequestHead request) {
        return RequestTarget.isGetOrHead(method) ? request.fields() : MessageHeadConverter.fields(asked.getRequest());
    }
}
