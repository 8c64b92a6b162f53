package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Two instances of the service behind one name: what one of them has answered is the service's answer. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "learning.uri=lb://learning",
            "larder.rules.learning-profile.key.user=none",
            "larder.rules.learning-skills.key.query.ignore=utm_*"
        })
class DiscoveryTest {

    private static final LearningService ONE = new LearningService();
    private static final LearningService TWO = new LearningService();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void instances(DynamicPropertyRegistry properties) {
        String instances = "spring.cloud.discovery.client.simple.instances.learning[";
        properties.add(instances + "0].uri", ONE::uri);
        properties.add(instances + "1].uri", TWO::uri);
    }

    @AfterAll
    static void stop() {
        ONE.close();
        TWO.close();
    }

    @Test
    void servesHitWhicheverInstanceHasResponded() throws Exception {
        assertThat(cacheStatus("/skills")).contains("stored");
        assertThat(cacheStatus("/skills")).contains("hit");
        assertThat(cacheStatus("/paths")).contains("stored");
        assertThat(cacheStatus("/paths")).contains("hit");
        assertThat(ONE.count("/skills") + TWO.count("/skills")).isEqualTo(1);
        assertThat(ONE.count("/skills") + ONE.count("/paths"))
                .as("the instances take turns")
                .isEqualTo(1);
    }

    @Test
    void ignoredQueryParametersReachNoInstance() throws Exception {
        assertThat(cacheStatus("/skills?page=2&utm_source=x")).contains("stored");
        assertThat(cacheStatus("/skills?page=2")).contains("hit");
        assertThat(ONE.queries().isEmpty() ? TWO.queries() : ONE.queries()).containsExactly("page=2");
    }

    private String cacheStatus(String path) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
        return response.headers().firstValue("Cache-Status").orElse("");
    }
}
