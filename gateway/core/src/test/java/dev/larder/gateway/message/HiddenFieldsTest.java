package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.lang.reflect.Proxy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.netty.http.client.HttpClientResponse;

class HiddenFieldsTest {

    @ParameterizedTest
    @ValueSource(strings = {"vary", "\"vary\"", "\"a,vary\"", "a, \"vary\"", "\"va\\ry\"", "close, \"Vary"})
    void fieldNamedByConnectionIsVisibleButNotEndToEnd(String option) {
        HttpHeaders headers = new DefaultHttpHeaders().add("Connection", option).add("Vary", "X-User");
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
        exchange.getResponse().getHeaders().add("Vary", "Origin");
        exchange.getAttributes().put(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR, answer(headers));

        var head = MessageHeadConverter.received(exchange, exchange.getResponse());

        assertThat(head.fields().values("Vary")).containsExactly("Origin", "X-User");
        assertThat(head.endToEnd().fields().contains("Vary")).isFalse();
    }

    private static HttpClientResponse answer(HttpHeaders headers) {
        return (HttpClientResponse) Proxy.newProxyInstance(
                HttpClientResponse.class.getClassLoader(),
                new Class<?>[] {HttpClientResponse.class},
                (proxy, method, arguments) -> method.getName().equals("responseHeaders") ? headers : null);
    }
}
