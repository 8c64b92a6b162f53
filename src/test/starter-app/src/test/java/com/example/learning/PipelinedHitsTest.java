package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A connection with pipelined hits stays usable wherever hits are answered. With Reactor Netty 1.3.7, which Spring Boot
 * 4.1.1 manages, the server itself would not read again after a pipelined request that is answered at once.
 */
class PipelinedHitsTest {

    private static final LearningService ORIGIN = new LearningService();
    private static final String ROUTE = "--spring.cloud.gateway.server.webflux.routes[0].";
    private static final int AT_ONCE = 7;

    /** Spring Security would have to see every request. */
    @Configuration
    @EnableAutoConfiguration(
            exclude = {
                ReactiveWebSecurityAutoConfiguration.class,
                ReactiveManagementWebSecurityAutoConfiguration.class,
                ReactiveUserDetailsServiceAutoConfiguration.class
            })
    static class Application {}

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    @ParameterizedTest
    @CsvSource({
        "larder.hit-path=auto, 200",
        "larder.hit-path=web, 1000",
        "larder.hit-path=gateway, 200",
        "server.compression.enabled=true, 200",
        "spring.cloud.gateway.server.webflux.globalcors.cors-configurations.[/**].allowed-origins=*, 200",
        "server.forward-headers-strategy=framework, 200",
        "server.forward-headers-strategy=native, 200",
        "server.netty.max-keep-alive-requests=1000, 200"
    })
    void pipelinedHitsLeaveNoConnectionHanging(String setting, int connections) throws IOException {
        try (ConfigurableApplicationContext application = start(setting)) {
            int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            List<Integer> hung = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                try (PipeliningClient client = new PipeliningClient(port)) {
                    client.get("/page", AT_ONCE);
                    client.get("/page", 1);
                    client.get("/page", AT_ONCE);
                } catch (SocketTimeoutException e) {
                    hung.add(i);
                    if (hung.size() > 1) {
                        break;
                    }
                }
            }
            assertThat(hung).as("connections that hang with %s", setting).isEmpty();
        }
    }

    private static ConfigurableApplicationContext start(String setting) {
        return SpringApplication.run(
                Application.class,
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.config.name=none",
                "--spring.main.banner-mode=off",
                "--learning.uri=" + ORIGIN.uri(),
                ROUTE + "id=page",
                ROUTE + "uri=" + ORIGIN.uri(),
                ROUTE + "predicates=Path=/**",
                ROUTE + "filters=Cache=1h",
                "--" + setting);
    }
}
