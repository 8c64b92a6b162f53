package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.ORIGINAL_RESPONSE_CONTENT_TYPE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE;

import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.filter.origin.OriginRequestHeadersFilter;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.gateway.upload.UploadSender;
import dev.larder.http.ClientConnection;
import dev.larder.http.InterimResponseRelay;
import dev.larder.http.SendProgress;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginClient;
import dev.larder.http.client.OriginRequest;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.MonoSink;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.HttpClient;
import reactor.util.context.ContextView;

/**
 * One request of a route at Larder's client. Confined to the event loop of its client's connection. Content of the response waits for
 * its reader, unless it has arrived with the head: then it is announced as a whole.
 */
final class NativeOriginRequest implements OriginResponseListener {

    /** The server itself answers clients that expect it. */
    private static final int CONTINUE = 100;

    private final Origins origins;
    private final ServerWebExchange exchange;
    private final EventLoop eventLoop;
    private final ExchangeLoop loop;
    private final MonoSink<Void> answered;
    private final SendProgress progress;
    private @Nullable OriginCall call;
    private @Nullable UploadSender sender;
    private @Nullable NativeContent connection;

    /**
     * How requests are sent.
     *
     * @param clients tell in whose name a request is made
     * @param fields filters of header fields, in their order
     * @param responseTimeout timeout of routes without one of their own; null for none
     */
    record Origins(
            OriginClient client,
            ClientAddresses clients,
            Supplier<List<HttpHeadersFilter>> fields,
            @Nullable Duration responseTimeout) {

        private Object owner(ContextView context, ServerWebExchange exchange) {
            return clients.owner(context, exchange.getRequest());
        }

        private Duration timeout(ServerWebExchange exchange) {
            Route route = exchange.getRequiredAttribute(GATEWAY_ROUTE_ATTR);
            return OriginResponseTimeout.of(route, responseTimeout).orElse(Duration.ZERO);
        }
    }

    /** @param answered completed when the head of the response has been prepared */
    NativeOriginRequest(Origins origins, ServerWebExchange exchange, EventLoop eventLoop, MonoSink<Void> answered) {
        this.origins = origins;
        this.exchange = exchange;
        this.eventLoop = eventLoop;
        this.loop = ExchangeLoop.of(eventLoop);
        this.answered = answered;
        this.progress = SendProgress.of(answered.contextView());
    }

    void begin() {
        loop.run(this::send);
        answered.onCancel(() -> loop.run(this::cancel));
    }

    private void send() {
        try {
            HttpHeaders forwarded =
                    HttpHeadersFilter.filterRequest(origins.fields().get(), exchange);
            OriginRequest request = request(forwarded);
            progress.connecting();
            OriginCall begun =
                    origins.client().ask(eventLoop, request, origins.owner(answered.contextView(), exchange), this);
            call = begun;
            if (request.content() != OriginRequest.NO_CONTENT) {
                sender = UploadSender.send(
                        exchange.getRequest().getBody().map(NettyDataBufferFactory::toByteBuf),
                        begun,
                        loop,
                        this::notSent);
            }
        } catch (RuntimeException fault) {
            giveUp();
            answered.error(fault);
        }
    }

    private OriginRequest request(HttpHeaders forwarded) {
        URI target = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        String method = exchange.getRequest().getMethod().name();
        OriginAddress origin = OriginAddress.of(target);
        long content = content(exchange.getRequest(), forwarded);
        HeaderFields.Builder fields = HeaderFields.builder().add(name(HttpHeaderNames.HOST), host(target, origin));
        forwarded.forEach((name, lines) -> {
            if (!name.equalsIgnoreCase(HttpHeaders.HOST) && !name.equalsIgnoreCase(HttpHeaders.TRANSFER_ENCODING)) {
                lines.forEach(line -> fields.add(name, line));
            }
        });
        if (content == OriginRequest.CHUNKED) {
            fields.add(name(HttpHeaderNames.TRANSFER_ENCODING), "chunked");
        }
        boolean ofGateway = !OriginRequestHeadersFilter.is(exchange);
        addOwn(fields, forwarded, ofGateway);
        return new OriginRequest(
                origin,
                method,
                OriginRequest.target(target),
                fields.build(),
                content,
                OriginRequest.isRepeatable(method),
                origins.timeout(exchange),
                ofGateway);
    }

    /** Adds what Gateway's client says of itself. A cache is not the agent of its clients' requests. */
    private static void addOwn(HeaderFields.Builder fields, HttpHeaders forwarded, boolean ofGateway) {
        if (ofGateway && !forwarded.containsHeader(HttpHeaders.USER_AGENT)) {
            fields.add(name(HttpHeaderNames.USER_AGENT), HttpClient.USER_AGENT);
        }
        if (!forwarded.containsHeader(HttpHeaders.ACCEPT)) {
            fields.add(name(HttpHeaderNames.ACCEPT), "*/*");
        }
    }

    /** Returns a name as Gateway's client writes it, in lower case: origins see no difference, though there is none in meaning. */
    private static String name(AsciiString field) {
        return field.toString();
    }

    private String host(URI target, OriginAddress origin) {
        String preserved = exchange.getAttributeOrDefault(PRESERVE_HOST_HEADER_ATTRIBUTE, false)
                ? exchange.getRequest().getHeaders().getFirst(HttpHeaders.HOST)
                : null;
        return Objects.requireNonNullElseGet(preserved, () -> origin.hostOf(target));
    }

    /** As Gateway's client does, content without a length is sent in chunks. */
    private static long content(ServerHttpRequest request, HttpHeaders forwarded) {
        long announced = forwarded.getContentLength();
        if (announced >= 0) {
            return announced;
        }
        return request.getHeaders().containsHeader(HttpHeaders.TRANSFER_ENCODING)
                        || !OriginRequest.isUsuallyWithoutContent(
                                request.getMethod().name())
                ? OriginRequest.CHUNKED
                : OriginRequest.NO_CONTENT;
    }

    /** The content of the request does not arrive: neither does more of the response. To a client that has left it is no fault. */
    private void notSent(Throwable error) {
        giveUp();
        if (connection == null) {
            answered.error(error);
        } else {
            boolean gone = UploadContent.isBrokenOff(error) || ClientConnection.isGone(ClientRequest.of(exchange));
            connection.fail(gone ? new AbortedException(error) : error);
        }
    }

    /** From the head of the response on, whoever reads its content decides. */
    private void cancel() {
        if (connection == null) {
            giveUp();
        }
    }

    private void giveUp() {
        stopSending();
        if (call != null) {
            call.cancel();
        }
    }

    private void stopSending() {
        if (sender != null) {
            sender.stop();
        }
    }

    @Override
    public void sending() {
        progress.sending();
    }

    @Override
    public void writable() {
        if (sender != null) {
            sender.next();
        }
    }

    @Override
    public void interim(ResponseHead head) {
        if (head.status() != CONTINUE) {
            InterimResponseRelay.of(answered.contextView())
                    .ifPresent(relay -> relay.passOn(NativeResponseHead.message(head)));
        }
    }

    @Override
    public void head(ResponseHead head, boolean atHand) {
        OriginCall begun = Objects.requireNonNull(call);
        var response = new NativeResponseHead(exchange, head, answered.contextView());
        var arriving = new NativeContent(begun, loop, atHand, response);
        connection = arriving;
        exchange.getAttributes().put(CLIENT_RESPONSE_ATTR, response);
        Object earlier = exchange.getAttributes().put(CLIENT_RESPONSE_CONN_ATTR, arriving);
        if (earlier instanceof NativeContent ofClient && !OriginExchange.is(exchange)) {
            ofClient.discard();
        }
        try {
            prepare(head);
        } catch (RuntimeException fault) {
            answered.error(fault);
        }
        if (!atHand) {
            answered(arriving);
        }
    }

    /** What nobody reads is given up: that of the cache by the cache, another when its client has got a response, or has left. */
    private void answered(NativeContent arrived) {
        if (!OriginExchange.deliver(exchange, arrived)
                && !ClientConnection.addTerminationListener(ClientRequest.of(exchange), arrived::abandon)) {
            arrived.abandon();
        }
        answered.success();
    }

    private void prepare(ResponseHead head) {
        ServerHttpResponse response = exchange.getResponse();
        var headers = new HttpHeaders();
        head.fields().forEach(field -> headers.add(field.name(), field.value()));
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        if (StringUtils.hasLength(type)) {
            exchange.getAttributes().put(ORIGINAL_RESPONSE_CONTENT_TYPE_ATTR, type);
        }
        response.setStatusCode(HttpStatusCode.valueOf(head.status()));
        HttpHeaders filtered =
                HttpHeadersFilter.filter(origins.fields().get(), headers, exchange, HttpHeadersFilter.Type.RESPONSE);
        if (!filtered.containsHeader(HttpHeaders.TRANSFER_ENCODING)
                && filtered.containsHeader(HttpHeaders.CONTENT_LENGTH)) {
            response.getHeaders().remove(HttpHeaders.TRANSFER_ENCODING);
        }
        exchange.getAttributes().put(CLIENT_RESPONSE_HEADER_NAMES, filtered.headerNames());
        response.getHeaders().addAll(filtered);
    }

    @Override
    public void data(ByteBuf data) {
        Objects.requireNonNull(connection).data(data);
    }

    /** Its reader limits them, if it does; what is read for nobody is not waited for. */
    @Override
    public boolean hasIdleTimeout() {
        return connection != null && connection.isDrained();
    }

    @Override
    public void end(HeaderFields trailers) {
        stopSending();
        NativeContent arrived = Objects.requireNonNull(connection);
        arrived.end(trailers);
        if (arrived.isReceivedWithHead()) {
            answered(arrived);
        }
    }

    @Override
    public void failed(Throwable error) {
        stopSending();
        if (connection == null) {
            if (!OriginRequestHeadersFilter.is(exchange)) {
                FailureLog.unanswered(exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR), error);
            }
            answered.error(OriginResponseTimeout.asOfGateway(error, origins.timeout(exchange)));
        } else {
            connection.fail(error);
            if (connection.isReceivedWithHead()) {
                answered(connection);
            }
        }
    }
}
