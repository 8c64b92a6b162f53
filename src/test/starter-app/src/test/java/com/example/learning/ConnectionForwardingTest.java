package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.connection.HitPath;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** An application with a load balancer, and without Spring Security, forwards at connections, whatever its routes lead to. */
@SpringBootTest(
        classes = ConnectionForwardingTest.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "larder.forward=native",
            "spring.config.name=none",
            ConnectionForwardingTest.ROUTES + "[0].id=named",
            ConnectionForwardingTest.ROUTES + "[0].uri=${learning.uri}",
            ConnectionForwardingTest.ROUTES + "[0].predicates=Path=/named/**",
            ConnectionForwardingTest.ROUTES + "[0].filters=StripPrefix=1,Cache",
            ConnectionForwardingTest.ROUTES + "[1].id=balanced",
            ConnectionForwardingTest.ROUTES + "[1].uri=lb://learning",
            ConnectionForwardingTest.ROUTES + "[1].predicates=Path=/balanced/**",
            ConnectionForwardingTest.ROUTES + "[1].filters=StripPrefix=1,Cache"
        })
class ConnectionForwardingTest {

    static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    private static final LearningService ONE = new LearningService();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @Autowired
    private HitPath path;

    /** Spring Security would have to see every request. */
    @Configuration
    @EnableAutoConfiguration(
            exclude = {
                ReactiveWebSecurityAutoConfiguration.class,
                ReactiveManagementWebSecurityAutoConfiguration.class,
                ReactiveUserDetailsServiceAutoConfiguration.class
            })
    static class Application {}

    @DynamicPropertySource
    static void origins(DynamicPropertyRegistry properties) {
        properties.add("learning.uri", ONE::uri);
        properties.add("spring.cloud.discovery.client.simple.instances.learning[0].uri", ONE::uri);
    }

    @AfterAll
    static void stop() {
        ONE.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/named", "/balanced"})
    void forwardsWritesAtTheirConnection(String route) throws Exception {
        long before = forwarded();
        String path = "/users" + route.length();
        assertThat(send(request(route + path).POST(BodyPublishers.ofString("skill"))))
                .isEqualTo(path + " 1");
        assertThat(forwarded()).isEqualTo(before + 1);
    }

    /** When the next request of the connection is answered, all others have been counted. */
    private long forwarded() throws Exception {
        send(request("/elsewhere"));
        return path.report().forwarded();
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target));
    }

    private String send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString()).body();
    }
}
