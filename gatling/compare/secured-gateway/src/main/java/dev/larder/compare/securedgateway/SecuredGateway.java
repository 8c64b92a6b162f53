package dev.larder.compare.securedgateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.CsrfSpec;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.authentication.HttpStatusServerEntryPoint;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The bare gateway behind a security chain that lets in requests with one token, and answers 401 to all others. The profile
 * {@code larder} caches with Larder, {@code local-response-cache,without-larder} with the gateway's own cache.
 */
@SpringBootApplication
public class SecuredGateway {

    private static final String CREDENTIALS = "Bearer compared";
    private static final Authentication CLIENT = UsernamePasswordAuthenticationToken.authenticated(
            "client", null, AuthorityUtils.createAuthorityList("ROLE_CLIENT"));

    /** Starts the gateway; arguments are ordinary Spring Boot arguments. */
    public static void main(String[] args) {
        SpringApplication.run(SecuredGateway.class, args);
    }

    /** A check as cheap as can be, so that the chain is measured and not the check: the token is compared with a constant. */
    @Bean
    SecurityWebFilterChain clientsWithToken(ServerHttpSecurity http) {
        ReactiveAuthenticationManager accepted = Mono::just;
        var check = new AuthenticationWebFilter(accepted);
        check.setServerAuthenticationConverter(SecuredGateway::client);
        return http.csrf(CsrfSpec::disable)
                .addFilterAt(check, SecurityWebFiltersOrder.AUTHENTICATION)
                .authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                .exceptionHandling(refusals ->
                        refusals.authenticationEntryPoint(new HttpStatusServerEntryPoint(HttpStatus.UNAUTHORIZED)))
                .build();
    }

    private static Mono<Authentication> client(ServerWebExchange exchange) {
        var credentials = exchange.getRequest().getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return CREDENTIALS.equals(credentials) ? Mono.just(CLIENT) : Mono.empty();
    }
}
