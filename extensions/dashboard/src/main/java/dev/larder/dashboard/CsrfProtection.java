package dev.larder.dashboard;

import org.springframework.http.HttpMethod;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * What a purge from the page has to prove: that no other site's page has sent it. Spring Security's token is passed on where
 * there is one; what a browser says of its own accord (Origin, Sec-Fetch-Site) is checked always.
 *
 * @param header name of the field in which the token is sent back
 */
record CsrfProtection(String header, String token) {

    static final CsrfProtection NONE = new CsrfProtection("", "");

    private static final String TOKEN = "org.springframework.security.web.server.csrf.CsrfToken";
    private static final boolean SECURITY = ClassUtils.isPresent(TOKEN, CsrfProtection.class.getClassLoader());

    /** The token that a purge has to send. */
    static Mono<CsrfProtection> of(ServerWebExchange exchange) {
        return SECURITY ? Security.token(exchange) : Mono.just(NONE);
    }

    /** Whether a browser says that another site's page has sent it; what is read may be asked for by typing where it is, too. */
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

    /** Apart, because its types may be missing. */
    private static final class Security {

        static Mono<CsrfProtection> token(ServerWebExchange exchange) {
            Mono<CsrfToken> token = exchange.getAttributeOrDefault(CsrfToken.class.getName(), Mono.empty());
            return token.map(there -> new CsrfProtection(there.getHeaderName(), there.getToken()))
                    .defaultIfEmpty(NONE);
        }
    }
}
