package dev.larder.rpc;

import dev.larder.http.InProcessRequest;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;

/** Presents the request of an RPC client to the gateway's filters. */
final class RpcHttpRequest extends AbstractServerHttpRequest {

    private final RpcCaller peer;
    private final InProcessRequest client;
    private final Flux<DataBuffer> content;

    /**
     * The target of a request.
     *
     * @param basePath prefix of the server's paths; empty if it has none
     */
    record Target(URI uri, String basePath) {}

    RpcHttpRequest(
            HttpMethod method,
            Target target,
            HttpHeaders fields,
            RpcCaller peer,
            InProcessRequest client,
            Flux<DataBuffer> content) {
        super(method, target.uri(), target.basePath(), fields);
        this.peer = peer;
        this.client = client;
        this.content = content;
    }

    @Override
    public @Nullable InetSocketAddress getRemoteAddress() {
        return peer.address().orElse(null);
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return content;
    }

    @Override
    protected MultiValueMap<String, HttpCookie> initCookies() {
        MultiValueMap<String, HttpCookie> cookies = new LinkedMultiValueMap<>();
        for (String line : getHeaders().getOrEmpty(HttpHeaders.COOKIE)) {
            ServerCookieDecoder.LAX
                    .decodeAll(line)
                    .forEach(cookie -> cookies.add(cookie.name(), new HttpCookie(cookie.name(), cookie.value())));
        }
        return cookies;
    }

    @Override
    protected @Nullable SslInfo initSslInfo() {
        return peer.ssl().orElse(null);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Spring's signature
    public <T> T getNativeRequest() {
        return (T) client;
    }
}
