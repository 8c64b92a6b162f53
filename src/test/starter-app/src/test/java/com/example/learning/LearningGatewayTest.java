package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import reactor.core.publisher.Mono;

/** What clients of the application see of its annotations, its configuration and its access rules. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.cloud.gateway.server.webflux.routes[0].id=everything-else",
            "spring.cloud.gateway.server.webflux.routes[0].uri=no://op",
            "spring.cloud.gateway.server.webflux.routes[0].predicates[0]=Path=/**",
            "spring.cloud.gateway.server.webflux.routes[0].filters[0]=SetStatus=418"
        })
class LearningGatewayTest {

    private static final LearningService ORIGIN = new LearningService();
    private static final int USERS = 1_000;
    private static final int ANONYMOUS = 50;
    private static final int ROUNDS = 3;
    private static final int AT_ONCE = 20;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Autowired
    private AdjustableClock clock;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void origin(DynamicPropertyRegistry properties) {
        properties.add("learning.uri", ORIGIN::uri);
    }

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/skills, PT30S, PT0S, ''",
        "/profile, PT1M, PT0S, 'user-0'",
        "/paths, PT2M, PT10S, ''",
        "/reports/1, PT10M, PT0S, analyst-1"
    })
    void responsesOfEachRouteExpireAfterTtlOfItsRule(String path, Duration ttl, Duration stale, String user) {
        String target = path + "?case=expiry";
        assertThat(hit(get(target, user))).isFalse();
        clock.advance(ttl.minusSeconds(1));
        assertThat(hit(get(target, user))).as("a second before").isTrue();
        int before = ORIGIN.count(path);
        clock.advance(stale.plusSeconds(2));
        assertThat(hit(get(target, user))).as("a second after").isFalse();
        assertThat(ORIGIN.count(path)).isEqualTo(before + 1);
    }

    @Test
    void rejectsUserWithoutRoleEvenIfResponseIsStored() {
        get("/reports/2", "analyst-1");
        assertThat(hit(get("/reports/2", "analyst-2"))).isTrue();

        HttpResponse<String> refused = get("/reports/2", "user-1");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("/reports/2");
        assertThat(get("/reports/2", "").statusCode()).isEqualTo(401);
        assertThat(ORIGIN.count("/reports/2")).isEqualTo(1);
    }

    @Test
    void writeInvalidatesCoupledRouteAsDeclared() {
        get("/skills?case=write", "");
        assertThat(hit(get("/skills?case=write", ""))).isTrue();

        send(request("/users/5/skills", "user-5").POST(BodyPublishers.ofString("7")));

        assertThat(hit(get("/skills?case=write", ""))).isFalse();
    }

    @Test
    void routesOfAnnotationsComeBeforeACatchAllRouteOfTheConfiguration() {
        assertThat(get("/now", "").statusCode()).isEqualTo(200);
        assertThat(get("/reports/3", "analyst-1").statusCode()).isEqualTo(200);
        assertThat(get("/elsewhere", "").statusCode()).isEqualTo(418);
    }

    @Test
    void uncachedRouteContactsOriginEachTime() {
        int before = ORIGIN.count("/now");
        assertThat(get("/now", "").body()).isEqualTo("/now " + (before + 1));
        assertThat(get("/now", "").body()).isEqualTo("/now " + (before + 2));
    }

    @Test
    void anonymousRequestsAreNotCachedOnRouteKeyedByUser() {
        String target = "/profile?case=anonymous";
        int before = ORIGIN.count("/profile");

        assertThat(List.of(get(target, ""), get(target, "")))
                .allSatisfy(response -> assertThat(hit(response)).isFalse())
                .allSatisfy(response -> assertThat(response.body()).isEqualTo("profile of nobody"));

        assertThat(ORIGIN.count("/profile")).isEqualTo(before + 2);
        assertThat(get(target, "user-1").body()).isEqualTo("profile of user-1");
        assertThat(get(target, "").body()).isEqualTo("profile of nobody");
    }

    @Test
    void noUserGetsResponseStoredForAnother() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        System.out.println("larder.seed=" + seed);
        List<Integer> users = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            IntStream.range(-ANONYMOUS, USERS).forEach(users::add);
        }
        Collections.shuffle(users, new Random(seed));

        List<String> leaks = new ArrayList<>();
        int hits = 0;
        for (int from = 0; from < users.size(); from += AT_ONCE) {
            List<Integer> some = users.subList(from, Math.min(from + AT_ONCE, users.size()));
            List<HttpResponse<String>> responses = together(some);
            for (int i = 0; i < some.size(); i++) {
                if (!responses.get(i).body().equals("profile of " + nameOrNobody(some.get(i)))) {
                    leaks.add(some.get(i) + " got " + responses.get(i).body());
                }
                hits += hit(responses.get(i)) ? 1 : 0;
            }
        }

        assertThat(leaks).as("larder.seed=%d", seed).isEmpty();
        assertThat(hits).as("larder.seed=%d", seed).isGreaterThan(USERS).isLessThanOrEqualTo(USERS * (ROUNDS - 1));
    }

    private List<HttpResponse<String>> together(List<Integer> users) {
        return users.stream()
                .map(user -> client.sendAsync(
                        request("/profile?case=leak", user < 0 ? "" : "user-" + user)
                                .build(),
                        BodyHandlers.ofString()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private static String nameOrNobody(int user) {
        return user < 0 ? "nobody" : "user-" + user;
    }

    private HttpResponse<String> get(String target, String user) {
        return send(request(target, user));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }

    private HttpRequest.Builder request(String target, String user) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target));
        if (!user.isEmpty()) {
            byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return request;
    }

    private static boolean hit(HttpResponse<?> response) {
        return response.headers().firstValue("Cache-Status").orElseThrow().startsWith("Larder; hit");
    }

    /** A clock of the test's, and as many users as it wants. */
    @TestConfiguration(proxyBeanMethods = false)
    static class TestBeans {

        @Bean
        AdjustableClock clock() {
            return new AdjustableClock();
        }

        @Bean
        ReactiveAuthenticationManager users() {
            return credentials -> Mono.just(UsernamePasswordAuthenticationToken.authenticated(
                    credentials.getName(),
                    null,
                    AuthorityUtils.createAuthorityList(
                            credentials.getName().startsWith("analyst") ? "ROLE_ANALYST" : "ROLE_USER")));
        }
    }
}
