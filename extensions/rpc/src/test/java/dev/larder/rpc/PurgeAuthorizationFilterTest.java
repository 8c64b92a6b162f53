package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.describe.SecurityUserKeyResolver;
import dev.larder.rpc.policy.PurgeAuthorization;
import dev.larder.rpc.policy.PurgeDenial;
import dev.larder.rpc.v1.PurgeRequest;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

/** Nobody gets as far as the endpoint who has not proved a right of his own. */
class PurgeAuthorizationFilterTest {

    private static final PurgeAuthorization OF_USERS = new PurgeAuthorization(false, false);
    private static final PurgeAuthorization OF_CERTIFICATES = new PurgeAuthorization(true, false);
    private static final PurgeAuthorization OF_THE_MACHINE = new PurgeAuthorization(false, true);
    private static final Principal USER = UsernamePasswordAuthenticationToken.authenticated(
            "operator", null, AuthorityUtils.createAuthorityList("ROLE_OPERATOR"));
    private static final Principal ANYBODY = new AnonymousAuthenticationToken(
            "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

    private final List<String> reached = new ArrayList<>();

    @Test
    void authenticatedUserMayPurge() {
        assertThat(purge(OF_USERS, Optional.of(USER), 0)).doesNotStartWith("PURGE_UNPROVEN");
        assertThat(reached).containsExactly("/actuator/larder");
    }

    @Test
    void rejectsMissingAndAnonymousUsers() {
        assertThat(purge(OF_USERS, Optional.empty(), 0)).startsWith("PURGE_UNPROVEN: ");
        assertThat(purge(OF_USERS, Optional.of(ANYBODY), 0)).startsWith("PURGE_UNPROVEN: ");
        assertThat(purge(OF_CERTIFICATES, Optional.of(ANYBODY), 0)).startsWith("PURGE_UNPROVEN: ");
        assertThat(reached).isEmpty();
    }

    @Test
    void clientCertificateAuthorizesOnlyWhereConfigured() {
        assertThat(purge(OF_USERS, Optional.empty(), 1)).startsWith("PURGE_UNPROVEN: ");
        assertThat(reached).isEmpty();
        purge(OF_CERTIFICATES, Optional.empty(), 1);
        purge(OF_THE_MACHINE, Optional.empty(), 0);
        assertThat(reached).hasSize(2);
    }

    @Test
    void disabledPurgeReportsReason() {
        var closed = new RpcPurger(() -> new RpcPurger.Closed(PurgeDenial.PURGE_DISABLED));
        assertThat(ask(closed, 0)).startsWith("PURGE_DISABLED: ");
    }

    private String purge(PurgeAuthorization right, Optional<Principal> user, int certificates) {
        var handler = WebHttpHandlerBuilder.webHandler(exchange -> {
                    reached.add(exchange.getRequest().getPath().value());
                    return exchange.getResponse().setComplete();
                })
                .filter((exchange, chain) -> chain.filter(
                        exchange.mutate().principal(Mono.justOrEmpty(user)).build()))
                .filter(new PurgeAuthorizationFilter(right, new SecurityUserKeyResolver()))
                .build();
        return ask(
                new RpcPurger(() -> new RpcPurger.Exposed(new InProcessHttpHandler(handler, ""), "/actuator/larder")),
                certificates);
    }

    private static String ask(RpcPurger purging, int certificates) {
        var peer = new RpcCaller(
                Optional.empty(),
                Optional.of(SslInfo.from("session", new X509Certificate[certificates])),
                Optional.empty());
        return String.valueOf(
                purging.purge(PurgeRequest.newBuilder().setPool("users").build(), peer)
                        .blockOptional()
                        .orElseThrow()
                        .status()
                        .getDescription());
    }
}
