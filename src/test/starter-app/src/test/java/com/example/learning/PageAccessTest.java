package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.config.Customizer.withDefaults;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import reactor.core.publisher.Mono;

/** The page of an application with Spring Security is for whom that lets in, and purges with its token only. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "learning.uri=http://127.0.0.1:9",
            "larder.dashboard.enabled=true",
            "larder.actuate.write-enabled=true"
        })
class PageAccessTest {

    private static final String PURGE = "{\"purge\":\"everything\"}";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @ValueSource(strings = {"/larder", "/larder/", "/larder/data", "/larder/assets/page.js", "/larder/inspect?url=x"})
    @Tag("hardening-A1")
    void rejectsUnauthenticatedAndUnauthorizedRequests(String target) throws Exception {
        assertThat(send(request(target)).statusCode()).isEqualTo(401);
        assertThat(send(request(target).header("Authorization", basic("clerk"))).statusCode())
                .isEqualTo(403);
    }

    @Test
    void operatorSeesPageAndPurgesWithCsrfToken() throws Exception {
        assertThat(send(asOperator("/larder")).statusCode()).isEqualTo(200);
        var token = Pattern.compile("\"csrf\":\\{\"header\":\"([^\"]+)\",\"token\":\"([^\"]+)\"}")
                .matcher(send(asOperator("/larder/data")).body());
        assertThat(token.find()).isTrue();

        HttpResponse<String> purged = send(purge().header(token.group(1), token.group(2)));

        assertThat(purged.statusCode()).isEqualTo(200);
        assertThat(purged.body()).contains("\"entries\":0");
    }

    @Test
    void rejectsPurgeWithoutCsrfToken() throws Exception {
        assertThat(send(purge()).statusCode()).isEqualTo(403);
    }

    private HttpRequest.Builder purge() {
        return asOperator("/larder/purge")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(PURGE));
    }

    private HttpRequest.Builder asOperator(String target) {
        return request(target).header("Authorization", basic("operator"));
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    }

    /** Operators alone see the page; its requests need the token that Spring Security gives out by default. */
    @TestConfiguration
    static class Operators {

        @Bean
        @Order(-1)
        SecurityWebFilterChain operatorsAlone(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/larder/**"))
                    .httpBasic(withDefaults())
                    .authorizeExchange(paths -> paths.anyExchange().hasRole("OPERATOR"))
                    .build();
        }

        @Bean
        ReactiveAuthenticationManager byName() {
            return asked -> Mono.just(UsernamePasswordAuthenticationToken.authenticated(
                    asked.getName(),
                    null,
                    AuthorityUtils.createAuthorityList("ROLE_" + asked.getName().toUpperCase(java.util.Locale.ROOT))));
        }
    }
}
