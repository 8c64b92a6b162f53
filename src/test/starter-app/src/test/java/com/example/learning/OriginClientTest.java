package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Larder's client sends the requests of cached routes, and those alone, unless the application has said something of Gateway's. */
class OriginClientTest {

    private static final String ROUTES = FailureSignalsTest.ROUTES;
    private static final String POOL = "spring.cloud.gateway.server.webflux.httpclient.pool.";

    private static Stream<Arguments> applications() {
        return Stream.of(
                Arguments.of(Plain.class, List.of(), List.of("GET /cached/1", "PUT /cached/1")),
                Arguments.of(
                        Plain.class,
                        List.of("--larder.forward=native", "--larder.hit-path=gateway"),
                        List.of("GET /cached/1", "PUT /cached/1", "GET /uncached/1", "PUT /uncached/1")),
                Arguments.of(Plain.class, List.of("--larder.forward=gateway"), List.of()),
                Arguments.of(Plain.class, List.of("--" + POOL + "metrics=true"), List.of()),
                Arguments.of(Plain.class, List.of("--" + POOL + "type=disabled"), List.of()),
                Arguments.of(Customized.class, List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void sendsCachedRoutesThroughLarderClientUnlessConfiguredOtherwise(
            Class<?> application, List<String> settings, List<String> sent) throws Exception {
        try (LearningService service = new LearningService();
                ConfigurableApplicationContext context = start(application, settings, service.uri())) {
            int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            for (String route : new String[] {"/cached/1", "/uncached/1"}) {
                send(port, "GET", route);
                send(port, "PUT", route);
            }
            assertThat(context.getBean(Plain.class).connections.entrySet().stream()
                            .filter(each -> each.getValue().startsWith("dev.larder."))
                            .map(Map.Entry::getKey))
                    .containsExactlyInAnyOrderElementsOf(sent);
            assertThat(context.getBean(Plain.class).connections).hasSize(4);
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, List<String> settings, String service) {
        List<String> arguments = List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--spring.config.name=none",
                "--learning.uri=" + service,
                "--" + ROUTES + "[0].id=cached",
                "--" + ROUTES + "[0].uri=" + service,
                "--" + ROUTES + "[0].predicates=Path=/cached/**",
                "--" + ROUTES + "[0].filters=Cache",
                "--" + ROUTES + "[1].id=uncached",
                "--" + ROUTES + "[1].uri=" + service,
                "--" + ROUTES + "[1].predicates=Path=/uncached/**");
        return new SpringApplicationBuilder(UnsecuredApplication.class, application)
                .run(Stream.concat(arguments.stream(), settings.stream()).toArray(String[]::new));
    }

    private static void send(int port, String method, String target) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("content"));
        HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request.build(), BodyHandlers.discarding());
    }

    /** Notes by which connection each request has been answered. */
    @Configuration(proxyBeanMethods = false)
    static class Plain implements GlobalFilter, Ordered {

        private final Map<String, String> connections = new ConcurrentHashMap<>();

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            String request = exchange.getRequest().getMethod() + " "
                    + exchange.getRequest().getURI().getPath();
            return chain.filter(exchange)
                    .then(Mono.fromRunnable(() -> connections.put(
                            request,
                            exchange.getRequiredAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR)
                                    .getClass()
                                    .getName())));
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE - 1;
        }
    }

    /** Has a client that is not Gateway's as it comes. */
    @Configuration(proxyBeanMethods = false)
    static class Customized extends Plain {

        @Bean
        HttpClientCustomizer agent() {
            return client -> client.headers(fields -> fields.set("User-Agent", "learning"));
        }
    }
}
