package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What an application has Spring do with its responses is done with stored ones too. */
class ServerFeaturesTest {

    private static final LearningService ORIGIN = new LearningService();
    private static final String ROUTE = FailureSignalsTest.ROUTES + "[0].";
    private static final String CORS = "spring.cloud.gateway.server.webflux.globalcors.cors-configurations.[/**].";
    private static final String PAGE = "http://page.test";
    private static final String ALLOWED = "Access-Control-Allow-Origin";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    @Test
    void compressesStoredResponseForClientsThatAcceptIt() throws Exception {
        try (ConfigurableApplicationContext application =
                start("server.compression.enabled=true", "server.compression.min-response-size=1B")) {
            for (String name : new String[] {"stored", "hit"}) {
                HttpResponse<byte[]> packed = send(application, "GET", "/packed", "Accept-Encoding", "gzip");
                assertThat(field(packed, "Cache-Status")).contains(name);
                assertThat(field(packed, "Content-Encoding")).isEqualTo("gzip");
                assertThat(field(packed, "Vary").toLowerCase(java.util.Locale.ROOT))
                        .contains("accept-encoding");
                assertThat(unpacked(packed)).isEqualTo("/packed 1");
                HttpResponse<byte[]> plain = send(application, "GET", "/packed", "Accept-Encoding", "gzip;q=0");
                assertThat(field(plain, "Cache-Status")).contains("hit");
                assertThat(field(plain, "Content-Encoding")).isEmpty();
                assertThat(text(plain)).isEqualTo("/packed 1");
            }
        }
    }

    @Test
    void appliesCorsConfigurationToStoredResponses() throws Exception {
        try (ConfigurableApplicationContext application =
                start(CORS + "allowed-origins=" + PAGE, CORS + "allowed-methods=GET,PUT")) {
            HttpResponse<byte[]> preflight =
                    send(application, "OPTIONS", "/shared", "Origin", PAGE, "Access-Control-Request-Method", "PUT");
            assertThat(preflight.statusCode()).isEqualTo(200);
            assertThat(field(preflight, ALLOWED)).isEqualTo(PAGE);
            assertThat(ORIGIN.count("/shared")).isZero();
            for (int i = 0; i < 2; i++) {
                assertThat(field(send(application, "GET", "/shared", "Origin", PAGE), ALLOWED))
                        .isEqualTo(PAGE);
                assertThat(field(send(application, "GET", "/shared", "X-Any", "1"), ALLOWED))
                        .isEmpty();
                HttpResponse<byte[]> stranger = send(application, "GET", "/shared", "Origin", "http://stranger.test");
                assertThat(stranger.statusCode()).isEqualTo(403);
            }
            assertThat(ORIGIN.count("/shared")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"framework", "native", "none"})
    void responsesAreStoredForClientsBehindAProxy(String strategy) throws Exception {
        String path = "/behind-" + strategy;
        try (ConfigurableApplicationContext application = start("server.forward-headers-strategy=" + strategy)) {
            for (int i = 0; i < 2; i++) {
                HttpResponse<byte[]> response = send(
                        application,
                        "GET",
                        path,
                        "X-Forwarded-For",
                        "192.0.2." + i,
                        "X-Forwarded-Proto",
                        "https",
                        "X-Forwarded-Host",
                        "shop.test");
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(text(response)).isEqualTo(path + " 1");
                assertThat(field(response, "Cache-Status")).contains(i == 0 ? "stored" : "hit");
            }
        }
    }

    private static ConfigurableApplicationContext start(String... settings) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(UnsecuredApplication.class);
        String[] arguments = new String[settings.length];
        for (int i = 0; i < settings.length; i++) {
            arguments[i] = "--" + settings[i];
        }
        return application
                .properties("server.address=127.0.0.1", "server.port=0", "spring.main.banner-mode=off")
                .properties("spring.config.name=none", "learning.uri=" + ORIGIN.uri())
                .properties(ROUTE + "id=all", ROUTE + "uri=" + ORIGIN.uri())
                .properties(ROUTE + "predicates=Path=/**", ROUTE + "filters=Cache=1h")
                .run(arguments);
    }

    private HttpResponse<byte[]> send(
            ConfigurableApplicationContext application, String method, String target, String... fields)
            throws IOException, InterruptedException {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                        .method(method, BodyPublishers.noBody())
                        .headers(fields)
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private static String field(HttpResponse<?> response, String name) {
        return String.join(", ", response.headers().allValues(name));
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String unpacked(HttpResponse<byte[]> response) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
