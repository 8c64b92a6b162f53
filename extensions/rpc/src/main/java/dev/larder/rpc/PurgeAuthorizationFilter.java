package dev.larder.rpc;

import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.rule.KeySettings.UserKey;
import dev.larder.rpc.policy.PurgeAuthorization;
import dev.larder.rpc.policy.PurgeDenial;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** The last filter before the endpoint, behind all authentication. Rejects clients that have not proved their authorization. */
public final class PurgeAuthorizationFilter implements WebFilter {

    private static final UserKey ANY_NAME = new UserKey(Optional.empty());

    private final PurgeAuthorization right;
    private final UserKeyResolver users;

    /** Creates a filter for this authorization. */
    public PurgeAuthorizationFilter(PurgeAuthorization right, UserKeyResolver users) {
        this.right = right;
        this.users = users;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return exchange.getPrincipal()
                .map(principal -> users.key(principal, ANY_NAME).isPresent())
                .defaultIfEmpty(false)
                .flatMap(user -> right.of(user, hasCertificate(exchange))
                        .map(denial -> deny(exchange, denial))
                        .orElseGet(() -> chain.filter(exchange)));
    }

    private static boolean hasCertificate(ServerWebExchange exchange) {
        SslInfo ssl = exchange.getRequest().getSslInfo();
        X509Certificate[] shown = ssl == null ? null : ssl.getPeerCertificates();
        return shown != null && shown.length > 0;
    }

    private static Mono<Void> deny(ServerWebExchange exchange, PurgeDenial denial) {
        RpcPurger.Answer answer = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        answer.deny(denial);
        exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
        return exchange.getResponse().setComplete();
    }
}
