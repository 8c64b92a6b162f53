package dev.larder.gateway.connection;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.message.ReceivedFieldLines;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import reactor.netty.http.server.ServerCookies;

/** A request that has been decoded at its connection, as predicates and filters of routes see it. Those must not read its content. */
final class HeadOnlyRequest extends AbstractServerHttpRequest implements ReceivedFieldLines {

    /** Number of lines whose names are compared with one another. */
    private static final int FEW = 24;

    private final HttpRequest received;
    private final InetSocketAddress server;
    private final @Nullable InetSocketAddress peer;
    private final Flux<DataBuffer> content;
    private @Nullable HeaderFields fieldLines;

    /** @param content content that arrives after the head; empty if there is none */
    HeadOnlyRequest(
            HttpRequest received,
            URI uri,
            InetSocketAddress server,
            @Nullable InetSocketAddress peer,
            Flux<DataBuffer> content) {
        super(
                HttpMethod.valueOf(received.method().name()),
                uri,
                "",
                new HttpHeaders(new Netty4HeadersAdapter(received.headers())));
        this.received = received;
        this.server = server;
        this.peer = peer;
        this.content = content;
    }

    @Override
    public HeaderFields fieldLines() {
        HeaderFields known = fieldLines;
        if (known == null) {
            known = collected();
            fieldLines = known;
        }
        return known;
    }

    private HeaderFields collected() {
        int size = received.headers().size();
        if (size > FEW) {
            return MessageHeadConverter.fields(getHeaders());
        }
        var lines = HeaderFields.builder(size);
        List<String> names = new ArrayList<>(size);
        for (Map.Entry<String, String> line : received.headers()) {
            if (isOneOf(names, line.getKey())) {
                return MessageHeadConverter.fields(getHeaders());
            }
            names.add(line.getKey());
            lines.add(line.getKey(), line.getValue());
        }
        return lines.build();
    }

    private static boolean isOneOf(List<String> names, String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** Decoded as by the server. */
    @Override
    protected MultiValueMap<String, HttpCookie> initCookies() {
        var cookies = new LinkedMultiValueMap<String, HttpCookie>();
        ServerCookies.newServerRequestHolder(received.headers(), ServerCookieDecoder.STRICT)
                .getAllCachedCookies()
                .forEach((name, all) -> all.forEach(
                        cookie -> cookies.add(cookie.name(), new HttpCookie(cookie.name(), cookie.value()))));
        return cookies;
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
        return content;
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
