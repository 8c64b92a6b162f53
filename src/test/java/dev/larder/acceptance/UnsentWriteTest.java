package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** A write of which the origin has nothing leaves no trace; one that it may have is fenced until its outcome is known. */
class UnsentWriteTest {

    private static final String POOL = "spring.cloud.gateway.server.webflux.httpclient.pool.";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(LocalAnswers.class)
            .property(POOL + "type", "fixed")
            .property(POOL + "max-connections", 1)
            .property(POOL + "acquire-timeout", 10_000)
            .property("larder.invalidation.on-server-error", true));

    private final String path = UniquePath.next();

    @AfterEach
    void forget() {
        STAGE.gateway().expect(405, 500, 502, 503, 504);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upgrade", "close"})
    @Tag("hardening-X6")
    void webSocketHandshakeWithPostFencesNothing(String connection) {
        store();
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("POST", path, "Connection", connection, "Upgrade", "websocket", "Content-Length", "0");
            assertThat(client.read().status()).isEqualTo(405);
        }
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"answer=500", "answer=502", "answer=504", "fail=403", "fail=500", "fail=504"})
    @Tag("hardening-X6")
    void writeAnsweredByGatewayFilterNeitherFencesNorInvalidates(String how) {
        STAGE.gateway().expect(Integer.parseInt(how.substring(how.indexOf('=') + 1)));
        store();
        String[] local = how.split("=");
        ReceivedResponse refused = STAGE.gateway().send("POST", path, "content", "X-Local-" + local[0], local[1]);
        assertThat(refused.status()).isEqualTo(Integer.parseInt(local[1]));
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
    }

    @Test
    void writeOfClientLeavingBeforeOriginConnectionIsNotSent() {
        store();
        String elsewhere = UniquePath.next();
        STAGE.origin().on(elsewhere, ResponseScript.ok("hit", "Cache-Control", "max-age=60"));
        STAGE.get(elsewhere);
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path + "/slow",
                        ResponseScript.ok("slow", "Cache-Control", "no-store").before(gate));
        try (RawClient first = STAGE.gateway().connect().request("GET", path + "/slow")) {
            gate.awaitArrival();
            RawClient writer = STAGE.gateway().connect().request("DELETE", path);
            awaitReading(elsewhere);
            writer.reset();
            awaitReading(elsewhere);
            gate.release();
            assertThat(first.read().content()).isEqualTo("slow");
        }
        awaitReading(elsewhere);
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    /** That of the stage needs a connection to the origin. */
    private static void awaitReading(String stored) {
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            assertThat(STAGE.get(stored).hit()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"content", ""})
    @Tag("hardening-X6")
    void fencesWriteWhoseConnectionFailsAfterHeadIsSent(String content) {
        STAGE.gateway().expect(502);
        store();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? ResponseScript.ok("new", "Cache-Control", "max-age=60")
                                : ResponseScript.hangUp(TransferEnd.RESET));
        assertThat(STAGE.gateway().send("POST", path, content).status()).isEqualTo(502);
        assertThat(STAGE.get(path).cacheStatus()).contains("detail=fenced");
    }

    private void store() {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
    }

    /** Answers behind the cache in the place of the origin. */
    @Configuration(proxyBeanMethods = false)
    static class LocalAnswers {

        @Bean
        GlobalFilter localAnswers() {
            return LateBeans.at(20_000, (exchange, chain) -> {
                var fields = exchange.getRequest().getHeaders();
                String failing = fields.getFirst("X-Local-Fail");
                if (failing != null) {
                    return Mono.error(new ResponseStatusException(HttpStatusCode.valueOf(Integer.parseInt(failing))));
                }
                String answering = fields.getFirst("X-Local-Answer");
                if (answering == null) {
                    return chain.filter(exchange);
                }
                exchange.getResponse().setStatusCode(HttpStatus.valueOf(Integer.parseInt(answering)));
                return Mono.empty();
            });
        }
    }
}
