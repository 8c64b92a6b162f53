package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.springframework.security.config.Customizer.withDefaults;

import dev.larder.rpc.v1.DocumentCacheGrpc;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.CsrfSpec;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import reactor.core.publisher.Mono;

/** The procedure purges for whom Spring Security lets the endpoint purge, and for nobody whom it does not know. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "learning.uri=http://127.0.0.1:9",
            "management.endpoints.web.exposure.include=larder",
            "larder.actuate.write-enabled=true",
            "larder.rpc.enabled=true",
            "larder.rpc.port=0",
            "larder.rpc.purge.enabled=true"
        })
class PurgeByProcedureTest {

    private static final PurgeRequest EVERYTHING =
            PurgeRequest.newBuilder().setEverything(true).build();

    @Autowired
    private GrpcServerLifecycle server;

    private ManagedChannel channel;

    @BeforeEach
    void call() {
        channel = Grpc.newChannelBuilder("127.0.0.1:" + server.getPort(), InsecureChannelCredentials.create())
                .build();
    }

    @AfterEach
    void hangUp() {
        channel.shutdownNow();
    }

    @Test
    void operatorMayPurge() {
        assertThat(by("operator").purge(EVERYTHING).getEntries()).isZero();
    }

    @Test
    void clerkMayNotPurge() {
        assertThat(refused(by("clerk")).getStatus().getCode()).isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void rejectsUnauthenticatedPurge() {
        StatusRuntimeException refused = refused(DocumentCacheGrpc.newBlockingStub(channel));
        assertThat(refused.getStatus().getCode()).isEqualTo(Code.UNAUTHENTICATED);
        assertThat(refused.getStatus().getDescription()).startsWith("PURGE_REFUSED: ");
    }

    private static StatusRuntimeException refused(DocumentCacheGrpc.DocumentCacheBlockingStub stub) {
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> stub.purge(EVERYTHING));
        assertThat(refused).isNotNull();
        return refused;
    }

    private DocumentCacheGrpc.DocumentCacheBlockingStub by(String user) {
        var fields = new Metadata();
        fields.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8)));
        return DocumentCacheGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(fields));
    }

    /** Operators alone get to the actuator. */
    @TestConfiguration
    static class Operators {

        @Bean
        @Order(-1)
        SecurityWebFilterChain operatorsAlone(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/actuator/**"))
                    .csrf(CsrfSpec::disable)
                    .httpBasic(withDefaults())
                    .authorizeExchange(paths -> paths.anyExchange().hasRole("OPERATOR"))
                    .build();
        }

        @Bean
        ReactiveAuthenticationManager byName() {
            return asked -> Mono.just(UsernamePasswordAuthenticationToken.authenticated(
                    asked.getName(),
                    null,
                    AuthorityUtils.createAuthorityList("ROLE_" + asked.getName().toUpperCase(Locale.ROOT))));
        }
    }
}
