package dev.larder.dashboard;

import org.springframework.http.HttpMethod;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Proof that a purge comes from the page itself, not from another site. Passes on Spring Security's token if there is one; the
 * browser's own headers (Origin, Sec-Fetch-Site) are always checked.
 *
 * @param header name of the field in which the token is sent back
 */
record CsrfProtection(String header, String token) {

    static final CsrfProtection NONE = new CsrfProtection("", "");

    private static final String TOKEN = "org.springframework.security.web.server.csrf.CsrfToken";
    private static final boolean SECURITY = ClassUtils.isPresent(TOKEN, CsrfProtection.class.getClassLoader());

    /** Returns the token that a purge must send. */
    static Mono<CsrfProtection> of(ServerWebExchange exchange) {
        return SECURITY ? Security.token(exchange) : Mono.just(NONE);
    }

    /** Whether the browser reports that another site's page has sent the request. A GET typed into the address bar is allowed. */
    static boolean isForeign(ServerWebExchange exchange) {
        var headers = exchange.getRequest().getHeaders();
        String site = headers.getFirst("Sec-Fetch-Site");
        if (site != null) {
            boolean typed =
                    site.equals("none") && exchange.getRequest().getMethod().equals(HttpMethod.GET);
            return !typed && !site.equals("same-origin");
        }
        String origin = headers.getOrigin();
        String host = headers.getFirst("Host");
        return origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host);
    }

    /** Separate class, because its types may be missing. */
    private static final class Security {

        static Mono<CsrfProtection> token(ServerWebExchange exchange) {
            Mono<CsrfToken> token = exchange.getAttributeOrDefault(CsrfToken.class.getName(), Mono.empty());
            return token.map(there -> new CsrfProtection(there.getHeaderName(), there.getToken()))
                    .defaultIfEmpty(NONE);
        }
    }
}
