package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/** In the default environment of a {@code SpringBootTest} there is no server, and requests have no connection. */
@SpringBootTest(classes = UnsecuredApplication.class)
@TestPropertySource(
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.config.name=none",
            FailureSignalsTest.ROUTES + "[0].id=cached",
            FailureSignalsTest.ROUTES + "[0].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[0].predicates=Path=/cached/**",
            FailureSignalsTest.ROUTES + "[0].filters=Cache=30s",
            FailureSignalsTest.ROUTES + "[1].id=written",
            FailureSignalsTest.ROUTES + "[1].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[1].predicates=Path=/written/**",
            FailureSignalsTest.ROUTES + "[1].filters[0]=RewritePath=/written/(?<rest>.*), /cached/$\\{rest}",
            FailureSignalsTest.ROUTES + "[1].filters[1]=WriteInvalidation",
            FailureSignalsTest.ROUTES + "[2].id=down",
            FailureSignalsTest.ROUTES + "[2].uri=${down.uri}",
            FailureSignalsTest.ROUTES + "[2].predicates=Path=/down/**",
            FailureSignalsTest.ROUTES + "[2].filters=Cache=30s"
        })
class MockEnvironmentTest {

    private static final LearningService ORIGIN = new LearningService();

    private final WebTestClient client;

    @Autowired
    MockEnvironmentTest(ApplicationContext context) {
        String port = context.getEnvironment().getProperty("local.server.port");
        client = port == null
                ? WebTestClient.bindToApplicationContext(context).build()
                : WebTestClient.bindToServer()
                        .baseUrl("http://127.0.0.1:" + port)
                        .build();
    }

    @DynamicPropertySource
    static void origin(DynamicPropertyRegistry properties) {
        properties.add("learning.uri", ORIGIN::uri);
        properties.add("down.uri", FaultyService::down);
    }

    @Test
    void aResponseIsStoredAndReused() {
        assertThat(cacheStatus("GET", "/cached/1")).contains("stored");
        assertThat(cacheStatus("GET", "/cached/1")).contains("hit");
        assertThat(cacheStatus("HEAD", "/cached/1")).contains("hit");
        client.get()
                .uri("/cached/1")
                .header("Range", "bytes=0-2")
                .exchange()
                .expectStatus()
                .isEqualTo(206)
                .expectBody(String.class)
                .isEqualTo("/ca");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE", "PATCH"})
    void aWriteInvalidatesWhatIsStored(String method) {
        for (String content : new String[] {"", "content", "x".repeat(200_000)}) {
            for (String route : new String[] {"/cached/", "/written/"}) {
                String path = method + content.length() + route.charAt(1);
                cacheStatus("GET", "/cached/" + path);
                assertThat(cacheStatus("GET", "/cached/" + path)).contains("hit");
                client.method(HttpMethod.valueOf(method))
                        .uri(route + path)
                        .bodyValue(content)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectBody(Void.class);
                assertThat(cacheStatus("GET", "/cached/" + path)).doesNotContain("hit");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "OPTIONS"})
    void unreachableOriginIsBadGateway(String method) {
        client.method(HttpMethod.valueOf(method))
                .uri("/down/1")
                .exchange()
                .expectStatus()
                .isEqualTo(502)
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody(String.class)
                .value(problem -> assertThat(problem).contains("\"status\":502"));
    }

    private String cacheStatus(String method, String target) {
        EntityExchangeResult<byte[]> result = client.method(HttpMethod.valueOf(method))
                .uri(target)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult();
        return String.valueOf(result.getResponseHeaders().getFirst("Cache-Status"));
    }
}
