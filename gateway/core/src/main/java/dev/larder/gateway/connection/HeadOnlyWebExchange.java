package dev.larder.gateway.connection;

import java.security.Principal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.context.ApplicationContext;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

/**
 * What predicates and filters get to see of a request that is routed at its connection: the request, and attributes. Whatever
 * asks for more does not depend on the request's head alone, and gets an exception: the request then goes the usual way.
 */
final class HeadOnlyWebExchange implements ServerWebExchange {

    private final @Nullable ServerHttpRequest request;
    private final Map<String, Object> attributes = new HashMap<>(16);
    private @Nullable ServerHttpResponse response;

    HeadOnlyWebExchange(@Nullable ServerHttpRequest request) {
        this.request = request;
    }

    /** Returns an exchange of which nothing but the head of its response is known. */
    static HeadOnlyWebExchange ofResponse() {
        return new HeadOnlyWebExchange(null);
    }

    @Override
    public ServerHttpRequest getRequest() {
        if (request == null) {
            throw unknown();
        }
        return request;
    }

    /** Returns a response that nobody gets. */
    @Override
    public ServerHttpResponse getResponse() {
        ServerHttpResponse known = response;
        if (known == null) {
            known = new UnsentResponse();
            response = known;
        }
        return known;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public String getLogPrefix() {
        return "";
    }

    @Override
    public Mono<WebSession> getSession() {
        throw unknown();
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // the signature is Spring's
    public <T extends Principal> Mono<T> getPrincipal() {
        throw unknown();
    }

    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        throw unknown();
    }

    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        throw unknown();
    }

    @Override
    public LocaleContext getLocaleContext() {
        throw unknown();
    }

    @Override
    public @Nullable ApplicationContext getApplicationContext() {
        return null;
    }

    @Override
    public boolean isNotModified() {
        return false;
    }

    @Override
    public boolean checkNotModified(Instant lastModified) {
        throw unknown();
    }

    @Override
    public boolean checkNotModified(String etag) {
        throw unknown();
    }

    @Override
    public boolean checkNotModified(@Nullable String etag, Instant lastModified) {
        throw unknown();
    }

    @Override
    public String transformUrl(String url) {
        return url;
    }

    @Override
    public void addUrlTransformer(Function<String, String> transformer) {
        throw unknown();
    }

    private static UnsupportedOperationException unknown() {
        return new UnsupportedOperationException("The exchange is known by the head of a message only.");
    }

    /** Runs filters, none of which waits, and keeps the exchange that reaches their end. */
    static final class Chain implements GatewayFilterChain {

        private final List<GatewayFilter> filters;
        private int next;
        private @Nullable ServerWebExchange reached;

        Chain(List<GatewayFilter> filters) {
            this.filters = filters;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange) {
            if (next == filters.size()) {
                reached = exchange;
                return Mono.empty();
            }
            return filters.get(next++).filter(exchange, this);
        }

        /** Returns the exchange as the filters have left it; null if one of them has not passed it on. */
        @Nullable
        ServerWebExchange reached() {
            return reached;
        }
    }
}
