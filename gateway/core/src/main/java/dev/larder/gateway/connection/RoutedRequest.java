package dev.larder.gateway.connection;

import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.http.support.Netty4HeadersAdapter;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;

/** A request without content that has been decoded at its connection, as predicates and filters of routes see it. */
final class RoutedRequest extends AbstractServerHttpRequest {

    private final HttpRequest received;
    private final InetSocketAddress server;
    private final @Nullable InetSocketAddress peer;

    RoutedRequest(HttpRequest received, URI uri, InetSocketAddress server, @Nullable InetSocketAddress peer) {
        super(
                HttpMethod.valueOf(received.method().name()),
                uri,
                "",
                new HttpHeaders(new Netty4HeadersAdapter(received.headers())));
        this.received = received;
        this.server = server;
        this.peer = peer;
    }

    @Override
    protected MultiValueMap<String, HttpCookie> initCookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    protected @Nullable SslInfo initSslInfo() {
        return null;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the signature is Spring's
    public <T> T getNativeRequest() {
        return (T) received;
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return Flux.empty();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return server;
    }

    @Override
    public @Nullable InetSocketAddress getRemoteAddress() {
        return peer;
    }
}
