package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.FailureLog;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.origin.OriginAddress;
import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginClient;
import dev.larder.gateway.origin.OriginRequest;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.gateway.origin.OriginShares;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.micrometer.core.instrument.Timer;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.ReadTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/** The origin of one exchange, reached from the event loop of its client's connection. */
final class ConnectionOrigin implements OriginPort {

    private final OriginClient client;
    private final Requester requester;
    private final ForwardedFields fields;
    private final ServerWebExchange exchange;
    private final ResponseTimeout responseTimeout;
    private final RouteMeters meters;
    private String method = "";
    private URI target = URI.create("");

    /**
     * Who makes the request.
     *
     * @param loop event loop of the client's connection
     * @param owner in whose name connections to the origin are taken
     */
    record Requester(EventLoop loop, Object owner) {

        Requester inBackground() {
            return new Requester(loop, OriginShares.GATEWAY);
        }
    }

    /**
     * How long the head of the response may take.
     *
     * @param includesContent whether the time of sending content counts; otherwise the timeout begins anew with each piece of it
     */
    record ResponseTimeout(Duration duration, boolean includesContent) {}

    /**
     * @param exchange the request as the filters of its route have left it
     * @param meters meters of the route
     */
    ConnectionOrigin(
            OriginClient client,
            Requester requester,
            ForwardedFields fields,
            ServerWebExchange exchange,
            ResponseTimeout responseTimeout,
            RouteMeters meters) {
        this.client = client;
        this.requester = requester;
        this.fields = fields;
        this.exchange = exchange;
        this.responseTimeout = responseTimeout;
        this.meters = meters;
    }

    @Override
    public OriginPort inBackground() {
        return new ConnectionOrigin(client, requester.inBackground(), fields, exchange, responseTimeout, meters);
    }

    @Override
    public ResponseHead seen(ResponseHead head) {
        return fields.ofResponse(head);
    }

    @Override
    public void answered(int status, long nanos) {
        record(meters.ofOrigin(method, status), nanos);
    }

    @Override
    public void unanswered(Throwable error, long nanos) {
        boolean asked = !method.isEmpty();
        if (asked) {
            FailureLog.unanswered(target, error);
            record(meters.ofOrigin(method, name(error)), nanos);
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
        target = request.target();
        method = request.method();
        OriginAddress origin = OriginAddress.of(target);
        HeaderFields forwarded = fields.of(
                received(request),
                exchange,
                Objects.requireNonNullElseGet(preservedHost(), () -> origin.hostOf(target)),
                content == 0 && !OriginRequest.isUsuallyWithoutContent(method));
        return client.ask(
                requester.loop(),
                new OriginRequest(
                        origin,
                        method,
                        OriginRequest.target(target),
                        content == OriginRequest.CHUNKED ? forwarded.with("Transfer-Encoding", "chunked") : forwarded,
                        content,
                        RequestTarget.reads(method),
                        responseTimeout.duration(),
                        responseTimeout.includesContent()),
                requester.owner(),
                listener);
    }

    /** The cache decides about the fields of reads only. */
    private HeaderFields received(RequestHead request) {
        return RequestTarget.reads(method) ? request.fields() : MessageHeadConverter.fields(exchange.getRequest());
    }

    private @Nullable String preservedHost() {
        return exchange.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false)
                ? exchange.getRequest().getHeaders().getFirst("Host")
                : null;
    }
}
