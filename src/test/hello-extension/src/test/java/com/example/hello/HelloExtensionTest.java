package com.example.hello;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** A jar that knows nothing but public types adds settings, a view, a section of the page, a meter, and settings of rules. */
@ExtendWith(OutputCaptureExtension.class)
class HelloExtensionTest {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("NullAway.Init")
    private HttpServer origin;

    @BeforeEach
    void startOrigin() throws IOException {
        origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        origin.createContext("/", exchange -> {
            byte[] content = "content".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        origin.start();
    }

    @AfterEach
    void stopOrigin() {
        origin.stop(0);
    }

    @Test
    void countsHitsInViewPageAndMeter() throws Exception {
        try (var gateway = gateway(
                "larder.hello.greeting=Good morning",
                "larder.rules.users.paths=/users/**",
                "larder.rules.users.greeting=Good evening")) {
            get(gateway, "/users/1");
            get(gateway, "/users/1");
            get(gateway, "/users/1");

            assertThat(get(gateway, "/actuator/larder/hello").body())
                    .contains("\"greeting\":\"Good morning\"", "\"users\":\"Good evening\"", ":2}");
            assertThat(get(gateway, "/larder/sections").body()).contains("\"Hello\"", "Good morning", "\"2\"");
            assertThat(get(gateway, "/actuator/metrics/larder.hello.hits").body())
                    .contains("\"value\":2.0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "larder.hello.greeting=, 'The property larder.hello.greeting has the value '''', but nobody is greeted by it.'",
        "larder.hello.greting=x, The property larder.hello.greting",
        "larder.rules.users.greting=x, The property larder.rules.users.greting"
    })
    void wrongSettingStopsTheStartWithOneMessage(String setting, String message, CapturedOutput output) {
        assertThatThrownBy(() -> gateway("larder.rules.users.paths=/users/**", setting))
                .isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", message).doesNotContain("\tat ");
    }

    @Test
    void switchedOffGatewayStartsWithoutIt() throws Exception {
        try (var gateway = gateway("larder.enabled=false")) {
            assertThat(get(gateway, "/users/1").body()).isEqualTo("content");
            assertThat(gateway.getBeanNamesForType(HitCounter.class)).isEmpty();
        }
    }

    private ConfigurableApplicationContext gateway(String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.addAll(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "larder.origin=http://127.0.0.1:" + origin.getAddress().getPort(),
                "larder.dashboard.enabled=true",
                "management.endpoints.web.exposure.include=larder,metrics"));
        return new SpringApplicationBuilder(Gateway.class)
                .run(all.stream().map("--"::concat).toArray(String[]::new));
    }

    private HttpResponse<String> get(ConfigurableApplicationContext gateway, String target) throws Exception {
        String port = gateway.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    /** Somebody's gateway. */
    @SpringBootApplication
    static class Gateway {

        public static void main(String[] args) {
            SpringApplication.run(Gateway.class, args);
        }
    }
}
