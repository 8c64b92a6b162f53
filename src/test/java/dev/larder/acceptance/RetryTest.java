package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route that tries again: each attempt is a visit of its own, and one response comes of them. */
class RetryTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    @RegisterExtension
    static final Stage STAGE = Stage.with(builder -> builder.property(ROUTE + "id", "again")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/again/**")
            .property(ROUTE + "filters[0].name", "Retry")
            .property(ROUTE + "filters[0].args.statuses", "SERVICE_UNAVAILABLE,BAD_GATEWAY")
            .property(ROUTE + "filters[0].args.methods", "GET,PUT")
            .property(ROUTE + "filters[1]", "Cache")
            .property("larder.invalidation.on-server-error", false)
            .property("larder.invalidation.unknown-outcome-hold", "0s"));

    private final String path = "/again" + UniquePath.next();

    @Test
    void oneResponseComesOfTwoAttemptsAndIsStored() {
        STAGE.origin()
                .inTurn(
                        path,
                        Script.status(503, "Retry-After", "1", "X-Attempt", "1").part("unavailable"),
                        Script.ok("content", "Cache-Control", "max-age=60"));
        Response response = STAGE.get(path);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo("content");
        assertThat(response.whole()).isTrue();
        assertThat(response.fields().all("Content-Length")).containsExactly("7");
        assertThat(response.fields().all("Cache-Status")).hasSize(1);
        assertThat(response.fields().all("Date")).hasSize(1);
        assertThat(response.fields().has("X-Attempt")).isFalse();
        assertThat(response.cacheStatus()).contains("fwd-status=200; stored");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void theAttemptThatSucceedsInvalidates() {
        var version = new AtomicInteger();
        var attempts = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (!request.method().equals("PUT")) {
                return Script.ok("version " + version.get(), "Cache-Control", "max-age=60");
            }
            if (attempts.incrementAndGet() == 1) {
                return Script.status(503);
            }
            return Script.ok("version " + version.incrementAndGet());
        });
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.gateway().send("PUT", path, "new").status()).isEqualTo(200);
        assertThat(attempts).hasValue(2);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void nothingRemainsOfTheProblemOfTheAttemptBefore(String method) {
        STAGE.origin().inTurn(path, Script.hangUp(End.FIN), Script.hangUp(End.FIN), Script.ok("content"));
        Response response = STAGE.gateway().send(method, path, method.equals("GET") ? "" : "new");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo("content");
        assertThat(response.fields().all("Content-Length")).containsExactly("7");
        assertThat(response.fields().has("Content-Type")).isFalse();
    }
}
