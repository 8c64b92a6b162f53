package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;

/** With {@code larder.enabled=false} a gateway is what it would be without Larder, whatever else its configuration says of it. */
@SpringBootTest(
        classes = UnsecuredApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.config.name=none",
            "larder.enabled=false",
            "larder.origin=${learning.uri}",
            "larder.rules.catalog.ttl=1h",
            "larder.misspelt=1",
            FailureSignalsTest.ROUTES + "[0].id=cached",
            FailureSignalsTest.ROUTES + "[0].uri=${learning.uri}",
            FailureSignalsTest.ROUTES + "[0].predicates=Path=/cached/**",
            FailureSignalsTest.ROUTES + "[0].filters[0]=Cache=catalog",
            FailureSignalsTest.ROUTES + "[0].filters[1]=WriteInvalidation",
            FailureSignalsTest.ROUTES + "[0].filters[2]=EntityTags",
            FailureSignalsTest.ROUTES + "[0].filters[3]=Dictionaries=1",
            FailureSignalsTest.ROUTES + "[0].filters[4]=BufferedWrites=catalog"
        })
class SwitchedOffTest {

    private static final LearningService ORIGIN = new LearningService();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @Autowired
    private ApplicationContext context;

    @DynamicPropertySource
    static void origin(DynamicPropertyRegistry properties) {
        properties.add("learning.uri", ORIGIN::uri);
    }

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    /** By a route of the configuration, of an annotation, and of the origin that takes all others. */
    @ParameterizedTest
    @ValueSource(strings = {"/cached/1", "/skills", "/elsewhere"})
    void everyRequestGoesToTheOrigin(String path) throws Exception {
        for (int i = 1; i <= 2; i++) {
            HttpResponse<String> response = send("GET", path);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(path + " " + i);
            assertThat(response.headers().firstValue("Cache-Status")).isEmpty();
            assertThat(response.headers().firstValue("Via")).isEmpty();
        }
    }

    @Test
    void writesPassThrough() throws Exception {
        assertThat(send("PUT", "/cached/2").body()).isEqualTo("/cached/2 1");
    }

    @Test
    void registersNoLarderBeanThatActsOnRequests() {
        for (Class<?> type : new Class<?>[] {
            GlobalFilter.class,
            WebFilter.class,
            WebExceptionHandler.class,
            HttpHeadersFilter.class,
            DispatcherHandler.class,
            HttpClientCustomizer.class,
            NettyServerCustomizer.class
        }) {
            assertThat(context.getBeansOfType(type).values())
                    .as("%s", type)
                    .noneMatch(bean -> bean.getClass().getName().startsWith("dev.larder"));
        }
        assertThat(Arrays.stream(context.getBeanDefinitionNames())
                        .filter(name -> name.startsWith("larder") && name.contains("Wire")))
                .isEmpty();
    }

    private HttpResponse<String> send(String method, String target) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                        .method(
                                method,
                                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("content"))
                        .build(),
                BodyHandlers.ofString());
    }
}
