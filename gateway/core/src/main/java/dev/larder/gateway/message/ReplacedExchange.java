package dev.larder.gateway.message;

import dev.larder.http.ClientConnection;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;
import reactor.core.publisher.Mono;

/**
 * An exchange whose request or response stand in for those of another. What is read from the request, and what answers its conditions,
 * is of these: Spring's own decorator leaves it to the other exchange, whose content has been read by then, and whose response is the
 * client's. Its session is the other's.
 */
public class ReplacedExchange extends ServerWebExchangeDecorator {

    private final ServerHttpRequest request;
    private final ServerHttpResponse response;
    private @Nullable ServerWebExchange own;

    public ReplacedExchange(ServerWebExchange other, ServerHttpRequest request, ServerHttpResponse response) {
        super(other);
        this.request = request;
        this.response = response;
    }

    private synchronized ServerWebExchange own() {
        ServerWebExchange known = own;
        if (known == null) {
            known = new DefaultServerWebExchange(
                    request,
                    response,
                    new DefaultWebSessionManager(),
                    codecs(getApplicationContext()),
                    new AcceptHeaderLocaleContextResolver(),
                    getApplicationContext());
            own = known;
        }
        return known;
    }

    /** Those of the application, by the name that Spring knows them by. */
    private static ServerCodecConfigurer codecs(@Nullable ApplicationContext context) {
        return Optional.ofNullable(context)
                .filter(beans -> beans.containsBean(WebHttpHandlerBuilder.SERVER_CODEC_CONFIGURER_BEAN_NAME))
                .map(beans -> beans.getBean(
                        WebHttpHandlerBuilder.SERVER_CODEC_CONFIGURER_BEAN_NAME, ServerCodecConfigurer.class))
                .orElseGet(ServerCodecConfigurer::create);
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public ServerHttpResponse getResponse() {
        return response;
    }

    /** A filter before the first of Larder may have read the content: the other exchange has the fields then, and there are none here. */
    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        return own().getFormData()
                .flatMap(form ->
                        form.isEmpty() ? super.getFormData().onErrorComplete().defaultIfEmpty(form) : Mono.just(form));
    }

    /**
     * The server deletes the files of parts that its own exchange has read, and not those of this one. The client may leave before they
     * have been read.
     */
    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        ServerWebExchange reading = own();
        Runnable delete = () -> ClientConnection.addTerminationListener(
                ClientRequest.of(this), () -> reading.cleanupMultipart().subscribe());
        return reading.getMultipartData().doOnSubscribe(begun -> delete.run()).doOnNext(parts -> delete.run());
    }

    @Override
    public boolean isNotModified() {
        return own().isNotModified();
    }

    @Override
    public boolean checkNotModified(Instant lastModified) {
        return own().checkNotModified(lastModified);
    }

    @Override
    public boolean checkNotModified(String etag) {
        return own().checkNotModified(etag);
    }

    @Override
    public boolean checkNotModified(@Nullable String etag, Instant lastModified) {
        return own().checkNotModified(etag, lastModified);
    }
}
