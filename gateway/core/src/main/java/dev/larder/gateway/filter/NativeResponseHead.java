package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.message.ReceivedFieldLines;
import dev.larder.http.client.OriginRequest;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClientResponse;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The head of an origin's response, as filters of routes know it from Gateway's client. */
final class NativeResponseHead implements HttpClientResponse, ReceivedFieldLines {

    private final ServerWebExchange exchange;
    private final ResponseHead head;
    private final ContextView context;
    private final Sinks.One<HttpHeaders> trailers = Sinks.one();
    private @Nullable HttpHeaders fields;

    /** @param context context of the request */
    NativeResponseHead(ServerWebExchange exchange, ResponseHead head, ContextView context) {
        this.exchange = exchange;
        this.head = head;
        this.context = context;
    }

    /** Returns a head as a message of Netty, without content. */
    static HttpResponse message(ResponseHead head) {
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(head.status()),
                Unpooled.EMPTY_BUFFER,
                fields(head.fields()),
                new DefaultHttpHeaders());
    }

    private static HttpHeaders fields(HeaderFields lines) {
        var fields = new DefaultHttpHeaders(false);
        lines.forEach(line -> fields.add(line.name(), line.value()));
        return fields;
    }

    /** Called when the response has arrived. */
    void end(HeaderFields received) {
        trailers.tryEmitValue(fields(received));
    }

    /** Called when it does not arrive completely, or nobody reads it: the content tells that, and there are no trailers. */
    void end() {
        trailers.tryEmitEmpty();
    }

    @Override
    public HeaderFields fieldLines() {
        return head.fields();
    }

    @Override
    public synchronized HttpHeaders responseHeaders() {
        HttpHeaders known = fields;
        if (known == null) {
            known = fields(head.fields());
            fields = known;
        }
        return known;
    }

    @Override
    public HttpResponseStatus status() {
        return HttpResponseStatus.valueOf(head.status());
    }

    @Override
    public Mono<HttpHeaders> trailerHeaders() {
        return trailers.asMono();
    }

    @Override
    public Context currentContext() {
        return Context.of(context);
    }

    @Override
    public ContextView currentContextView() {
        return context;
    }

    @Override
    public String[] redirectedFrom() {
        return new String[0];
    }

    @Override
    public HttpHeaders requestHeaders() {
        return fields(MessageHeadConverter.fields(exchange.getRequest()));
    }

    @Override
    public String resourceUrl() {
        return target().toString();
    }

    private URI target() {
        return exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
    }

    @Override
    public Map<CharSequence, Set<Cookie>> cookies() {
        Map<CharSequence, Set<Cookie>> cookies = new HashMap<>();
        for (String line : head.fields().values("Set-Cookie")) {
            Cookie cookie = ClientCookieDecoder.STRICT.decode(line);
            if (cookie != null) {
                cookies.computeIfAbsent(cookie.name(), name -> new HashSet<>()).add(cookie);
            }
        }
        return cookies;
    }

    @Override
    public String fullPath() {
        return target().getRawPath();
    }

    @Override
    public String requestId() {
        return exchange.getRequest().getId();
    }

    @Override
    public boolean isKeepAlive() {
        return !head.fields().combined("Connection").equalsIgnoreCase("close");
    }

    @Override
    public boolean isWebsocket() {
        return false;
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.valueOf(exchange.getRequest().getMethod().name());
    }

    @Override
    public String uri() {
        return OriginRequest.target(target());
    }

    @Override
    public HttpVersion version() {
        return HttpVersion.HTTP_1_1;
    }
}
