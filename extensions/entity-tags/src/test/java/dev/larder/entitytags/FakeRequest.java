package dev.larder.entitytags;

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

/** A request without a wire. */
final class FakeRequest extends AbstractServerHttpRequest {

    FakeRequest(String method, URI target, HttpHeaders headers) {
        super(HttpMethod.valueOf(method), target, null, headers);
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return Flux.empty();
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
        return (T) this;
    }
}
