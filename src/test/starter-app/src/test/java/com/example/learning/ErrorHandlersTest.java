package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webflux.error.DefaultErrorAttributes;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** The failure of an origin is answered as the application answers errors, whichever way it does, and whatever forwards. */
class ErrorHandlersTest {

    private static final String ROUTES = FailureSignalsTest.ROUTES;

    @ParameterizedTest
    @ValueSource(
            classes = {UnorderedHandler.class, OrderedHandler.class, OtherHandler.class, Advice.class, Attributes.class
            })
    void errorHandlerOfApplicationAnswersOriginFailure(Class<?> handler) throws Exception {
        for (String forward : new String[] {"gateway", "native"}) {
            try (ConfigurableApplicationContext application = start(handler, forward)) {
                int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
                for (String method : new String[] {"GET", "PUT"}) {
                    for (String route : new String[] {"/cached/1", "/uncached/1"}) {
                        HttpResponse<String> response = send(port, method, route);
                        assertThat(response.body())
                                .as("%s %s, %s", method, route, forward)
                                .contains("own words");
                        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                                .doesNotContain("problem");
                    }
                }
            }
        }
    }

    private static ConfigurableApplicationContext start(Class<?> handler, String forward) {
        return new SpringApplicationBuilder(UnsecuredApplication.class, handler)
                .run(
                        "--server.address=127.0.0.1",
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--spring.config.name=none",
                        "--learning.uri=http://127.0.0.1:9000",
                        "--larder.forward=" + forward,
                        "--" + ROUTES + "[0].id=cached",
                        "--" + ROUTES + "[0].uri=" + FaultyService.down(),
                        "--" + ROUTES + "[0].predicates=Path=/cached/**",
                        "--" + ROUTES + "[0].filters=Cache",
                        "--" + ROUTES + "[1].id=uncached",
                        "--" + ROUTES + "[1].uri=" + FaultyService.down(),
                        "--" + ROUTES + "[1].predicates=Path=/uncached/**");
    }

    private static HttpResponse<String> send(int port, String method, String target) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("content"));
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request.build(), BodyHandlers.ofString());
    }

    private static WebExceptionHandler handler() {
        return (exchange, error) -> {
            assertThat(error).isInstanceOf(IOException.class);
            exchange.getResponse().setStatusCode(HttpStatus.BAD_GATEWAY);
            byte[] content = "own words".getBytes(StandardCharsets.UTF_8);
            return exchange.getResponse()
                    .writeWith(Mono.just(exchange.getResponse().bufferFactory().wrap(content)));
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class UnorderedHandler {

        @Bean
        ErrorWebExceptionHandler ownWords() {
            return new OwnHandler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OrderedHandler {

        @Bean
        @Order(-2)
        ErrorWebExceptionHandler ownWords() {
            return new OwnHandler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherHandler {

        @Bean
        @Order(-2)
        WebExceptionHandler ownWords() {
            return handler()::handle;
        }
    }

    static final class OwnHandler implements ErrorWebExceptionHandler {

        @Override
        public Mono<Void> handle(org.springframework.web.server.ServerWebExchange exchange, Throwable error) {
            return handler().handle(exchange, error);
        }
    }

    @ControllerAdvice
    static class Advice {

        @ExceptionHandler
        ResponseEntity<String> failed(IOException error) {
            return ResponseEntity.status(HttpStatus.BAD_GATEWAY).body("own words");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Attributes {

        @Bean
        OwnAttributes ownWords() {
            return new OwnAttributes();
        }
    }

    static final class OwnAttributes extends DefaultErrorAttributes {

        @Override
        public Map<String, Object> getErrorAttributes(ServerRequest request, ErrorAttributeOptions options) {
            Map<String, Object> attributes = super.getErrorAttributes(request, options);
            attributes.put("said", "own words");
            return attributes;
        }
    }
}
