package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The failure of an origin is a signal in the chain of a cached route: to circuit breakers and retries first of all. */
@SpringBootTest(
        classes = UnsecuredApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.config.name=none",
            "spring.cloud.gateway.server.webflux.httpclient.response-timeout=1s",
            "resilience4j.timelimiter.instances.hasty.timeout-duration=200ms",
            FailureSignalsTest.ROUTES + "[0].id=broken",
            FailureSignalsTest.ROUTES + "[0].uri=${down.uri}",
            FailureSignalsTest.ROUTES + "[0].predicates=Path=/broken/**",
            FailureSignalsTest.ROUTES + "[0].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[0].filters[0].args.name=broken",
            FailureSignalsTest.ROUTES + "[0].filters[0].args.fallbackUri=forward:/fallback",
            FailureSignalsTest.ROUTES + "[0].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[1].id=counted",
            FailureSignalsTest.ROUTES + "[1].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[1].predicates=Path=/counted/**",
            FailureSignalsTest.ROUTES + "[1].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[1].filters[0].args.name=counted",
            FailureSignalsTest.ROUTES + "[1].filters[0].args.statusCodes=500,502",
            FailureSignalsTest.ROUTES + "[1].filters[0].args.fallbackUri=forward:/spare/it",
            FailureSignalsTest.ROUTES + "[1].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[2].id=spare",
            FailureSignalsTest.ROUTES + "[2].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[2].predicates=Path=/spare/**",
            FailureSignalsTest.ROUTES + "[3].id=hasty",
            FailureSignalsTest.ROUTES + "[3].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[3].predicates=Path=/hasty/**",
            FailureSignalsTest.ROUTES + "[3].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[3].filters[0].args.name=hasty",
            FailureSignalsTest.ROUTES + "[3].filters[0].args.fallbackUri=forward:/fallback",
            FailureSignalsTest.ROUTES + "[3].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[4].id=again",
            FailureSignalsTest.ROUTES + "[4].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[4].predicates=Path=/again/**",
            FailureSignalsTest.ROUTES + "[4].filters[0].name=Retry",
            FailureSignalsTest.ROUTES + "[4].filters[0].args.retries=2",
            FailureSignalsTest.ROUTES + "[4].filters[0].args.methods=GET,PUT",
            FailureSignalsTest.ROUTES + "[4].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[5].id=plain",
            FailureSignalsTest.ROUTES + "[5].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[5].predicates=Path=/plain/**",
            FailureSignalsTest.ROUTES + "[5].filters[0]=Cache",
            FailureSignalsTest.ROUTES + "[6].id=uncached",
            FailureSignalsTest.ROUTES + "[6].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[6].predicates=Path=/uncached/**",
            FailureSignalsTest.ROUTES + "[7].id=changed",
            FailureSignalsTest.ROUTES + "[7].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[7].predicates=Path=/changed/**",
            FailureSignalsTest.ROUTES + "[7].filters[0]=SetStatus=418",
            FailureSignalsTest.ROUTES + "[7].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[8].id=unbacked",
            FailureSignalsTest.ROUTES + "[8].uri=${down.uri}",
            FailureSignalsTest.ROUTES + "[8].predicates=Path=/unbacked/**",
            FailureSignalsTest.ROUTES + "[8].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[8].filters[0].args.name=unbacked",
            FailureSignalsTest.ROUTES + "[8].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[9].id=recovering",
            FailureSignalsTest.ROUTES + "[9].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[9].predicates=Path=/recovering/**",
            FailureSignalsTest.ROUTES + "[9].filters[0]=RequestHeaderSize=1KB",
            FailureSignalsTest.ROUTES + "[9].filters[1].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[9].filters[1].args.name=recovering",
            FailureSignalsTest.ROUTES + "[9].filters[1].args.fallbackUri=forward:/stored/it",
            FailureSignalsTest.ROUTES + "[9].filters[2]=Cache",
            FailureSignalsTest.ROUTES + "[10].id=stored",
            FailureSignalsTest.ROUTES + "[10].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[10].predicates=Path=/stored/**",
            FailureSignalsTest.ROUTES + "[10].filters[0]=Cache",
            FailureSignalsTest.ROUTES + "[11].id=read",
            FailureSignalsTest.ROUTES + "[11].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[11].predicates[0]=Path=/written/**",
            FailureSignalsTest.ROUTES + "[11].predicates[1]=Method=GET",
            FailureSignalsTest.ROUTES + "[11].filters[0]=Cache",
            FailureSignalsTest.ROUTES + "[12].id=put",
            FailureSignalsTest.ROUTES + "[12].uri=${down.uri}",
            FailureSignalsTest.ROUTES + "[12].predicates[0]=Path=/written/**",
            FailureSignalsTest.ROUTES + "[12].predicates[1]=Method=PUT",
            FailureSignalsTest.ROUTES + "[12].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[12].filters[0].args.name=put",
            FailureSignalsTest.ROUTES + "[12].filters[0].args.fallbackUri=forward:/fallback",
            FailureSignalsTest.ROUTES + "[12].filters[1]=Cache",
            FailureSignalsTest.ROUTES + "[13].id=delete",
            FailureSignalsTest.ROUTES + "[13].uri=${down.uri}",
            FailureSignalsTest.ROUTES + "[13].predicates[0]=Path=/written/**",
            FailureSignalsTest.ROUTES + "[13].predicates[1]=Method=DELETE",
            FailureSignalsTest.ROUTES + "[13].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[13].filters[0].args.name=delete",
            FailureSignalsTest.ROUTES + "[13].filters[0].args.fallbackUri=forward:/fallback",
            FailureSignalsTest.ROUTES + "[13].filters[1]=WriteInvalidation",
            FailureSignalsTest.ROUTES + "[14].id=post",
            FailureSignalsTest.ROUTES + "[14].uri=${faulty.uri}",
            FailureSignalsTest.ROUTES + "[14].predicates[0]=Path=/written/**",
            FailureSignalsTest.ROUTES + "[14].predicates[1]=Method=POST",
            FailureSignalsTest.ROUTES + "[14].filters[0].name=CircuitBreaker",
            FailureSignalsTest.ROUTES + "[14].filters[0].args.name=post",
            FailureSignalsTest.ROUTES + "[14].filters[0].args.fallbackUri=forward:/fallback",
            FailureSignalsTest.ROUTES + "[14].filters[0].args.statusCodes=404,503",
            FailureSignalsTest.ROUTES + "[14].filters[1]=Cache",
            "larder.rules.stored.paths[0]=/stored/**",
            "larder.rules.stored.paths[1]=/written/**",
            "larder.rules.stored.ttl=60s"
        })
class FailureSignalsTest {

    static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    private static final FaultyService FAULTY = new FaultyService();
    private static final LearningService WELL = new LearningService();
    private static final String SERVER_ERROR =
            "HTTP/1.1 500 Broken\r\nContent-Length: 6\r\nX-Of-Broken: 1\r\nCache-Control: max-age=60\r\n\r\nbroken";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @Autowired
    private CircuitBreakerRegistry breakers;

    @DynamicPropertySource
    static void origins(DynamicPropertyRegistry properties) {
        properties.add("faulty.uri", FAULTY::uri);
        properties.add("learning.uri", WELL::uri);
        properties.add("down.uri", FaultyService::down);
    }

    @AfterAll
    static void stop() {
        FAULTY.close();
        WELL.close();
    }

    @BeforeEach
    void closeBreakers() {
        breakers.getAllCircuitBreakers().forEach(CircuitBreaker::reset);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "POST", "DELETE"})
    void unreachableOriginCountsAsFailureAndFallbackAnswers(String method) throws Exception {
        HttpResponse<String> response = send(method, "/broken/" + method);
        assertThat(response.statusCode()).isEqualTo(200);
        if (!method.equals("HEAD")) {
            assertThat(response.body()).isEqualTo("fallback after ConnectException");
        }
        assertThat(failures("broken")).isEqualTo(1);
        assertThat(response.headers().allValues("Cache-Status"))
                .singleElement()
                .asString()
                .contains("fwd=")
                .doesNotContain("fwd-status");
    }

    @Test
    void unreachableOriginWithoutFallbackIsBadGatewayAndOpensBreaker() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(send("GET", "/unbacked/" + i).statusCode()).isEqualTo(502);
        }
        assertThat(breakers.circuitBreaker("unbacked").getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(send("GET", "/unbacked/now").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void failureStatusTriggersFallbackRouteAndIsNotSent(String method) throws Exception {
        FAULTY.answer(SERVER_ERROR);
        HttpResponse<String> response = send(method, "/counted/" + method);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).startsWith("/spare/it ");
        assertThat(response.headers().firstValue("X-Of-Broken")).isEmpty();
        assertThat(response.headers().firstValue("Cache-Status").orElse("")).doesNotContain("fwd-status=200");
        assertThat(failures("counted")).isEqualTo(1);
    }

    /** Neither as a hit of the requested URL, nor past the filters of its route. */
    @Test
    void storedFallbackResponseIsServedOnlyWhileOriginFails() throws Exception {
        for (int i = 0; i < 3; i++) {
            FAULTY.answer("nonsense\r\n\r\n");
            assertThat(send("GET", "/recovering/it").body()).startsWith("/stored/it ");
            assertThat(send("GET", "/recovering/it", "X-Large", "a".repeat(3000))
                            .statusCode())
                    .isEqualTo(431);
            FAULTY.answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nCache-Control: no-store\r\n\r\nrecovered");
            assertThat(send("GET", "/recovering/it").body()).isEqualTo("recovered");
            assertThat(send("GET", "/stored/it").body()).startsWith("/stored/it ");
            assertThat(send("GET", "/recovering/it", "X-Large", "a".repeat(3000))
                            .statusCode())
                    .isEqualTo(431);
        }
    }

    /** It may have sent the write elsewhere, whoever was asked before it, or nobody. */
    @ParameterizedTest
    @CsvSource({
        "PUT, CLOSED, 0",
        "PUT, FORCED_OPEN, 0",
        "DELETE, CLOSED, 0",
        "DELETE, FORCED_OPEN, 0",
        "POST, CLOSED, 404",
        "POST, CLOSED, 503",
        "POST, FORCED_OPEN, 0"
    })
    void writeAnsweredByFallbackInvalidatesStoredResponse(String method, CircuitBreaker.State state, int status)
            throws Exception {
        FAULTY.answer("HTTP/1.1 " + status + " Refused\r\nContent-Length: 0\r\n\r\n");
        String target = "/written/" + method + state + status;
        send("GET", target);
        assertThat(send("GET", target).headers().firstValue("Cache-Status").orElse(""))
                .contains("hit");
        if (state == CircuitBreaker.State.FORCED_OPEN) {
            breakers.circuitBreaker(method.toLowerCase(Locale.ROOT)).transitionToForcedOpenState();
        }
        assertThat(send(method, target).statusCode()).isEqualTo(200);
        assertThat(send("GET", target).headers().firstValue("Cache-Status").orElse(""))
                .contains("fwd=");
    }

    @Test
    void slowOriginCountsAsFailureAndFallbackAnswers() throws Exception {
        FAULTY.answer("");
        HttpResponse<String> response = send("GET", "/hasty/one");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("fallback after TimeoutException");
        assertThat(failures("hasty")).isEqualTo(1);
        assertThat(response.headers().firstValue("Cache-Status").orElse("")).doesNotContain("fwd-status");
    }

    @ParameterizedTest
    @CsvSource({"GET, 3", "PUT, 3", "POST, 1"})
    void retryFilterRepeatsFailedRequest(String method, int times) throws Exception {
        FAULTY.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n");
        HttpResponse<String> response = send(method, "/again/" + method);
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(FAULTY.count()).isGreaterThanOrEqualTo(times).isLessThanOrEqualTo(times * 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain/", "/uncached/"})
    void malformedResponseIsBadGatewayOnEveryRoute(String route) throws Exception {
        for (String malformed : List.of(
                "nonsense\r\n\r\n",
                "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nX A: a\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX-A: " + "a".repeat(100_000) + "\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")) {
            for (String method : List.of("GET", "PUT")) {
                FAULTY.answer(malformed);
                HttpResponse<String> response = send(method, route + "malformed");
                assertThat(response.statusCode()).as("%s %s", method, malformed).isEqualTo(502);
                assertThat(response.headers().firstValue("Content-Type"))
                        .as("%s %s", method, malformed)
                        .hasValue("application/problem+json");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain/", "/uncached/"})
    void silentOriginIsGatewayTimeoutOnEveryRoute(String route) throws Exception {
        FAULTY.answer("");
        HttpResponse<String> response = send("GET", route + "silence");
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    /** RFC 9211 2.4: it is the status of the origin, whatever filters of the route make of it. */
    @Test
    void cacheStatusStatesStatusOfOrigin() throws Exception {
        HttpResponse<String> response = send("GET", "/changed/it");
        assertThat(response.statusCode()).isEqualTo(418);
        assertThat(response.headers().firstValue("Cache-Status").orElse("")).contains("fwd-status=200");
    }

    private int failures(String breaker) {
        return breakers.circuitBreaker(breaker).getMetrics().getNumberOfFailedCalls();
    }

    private HttpResponse<String> send(String method, String target) throws Exception {
        return send(method, target, "Accept", "*/*");
    }

    private HttpResponse<String> send(String method, String target, String... fields) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                        .headers(fields)
                        .method(
                                method,
                                method.equals("GET") || method.equals("HEAD")
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString("content"))
                        .build(),
                BodyHandlers.ofString());
    }
}
