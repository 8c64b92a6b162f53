package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Crowd;
import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Gate;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was fetched before a write is not served after it (RFC 9111 4.4). */
class InvalidationTest {

    private static final String HOST = "a.test";

    @RegisterExtension
    static final Stage STAGE = Stage.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "FROBNICATE"})
    void anUnsafeMethodInvalidatesItsTarget(String method) {
        versions(200);
        assertThat(get(path)).isEqualTo("version 0");
        assertThat(get(path)).isEqualTo("version 0");
        write(method);
        assertThat(get(path)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 303})
    void onEveryNonErrorResponse(int status) {
        versions(status);
        get(path);
        write("POST");
        assertThat(get(path)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409})
    @Tag("hardening-M")
    void anErrorInvalidatesNothing(int status) {
        STAGE.origin().on(path, request -> request.method().equals("GET") ? fresh("stored") : Script.status(status));
        get(path);
        write("POST");
        assertThat(getResponse(path).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void aSafeMethodInvalidatesNothing(String method) {
        versions(200);
        get(path);
        STAGE.gateway().ask(method, path, "Host", HOST);
        assertThat(getResponse(path).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIN", "RESET"})
    @Tag("hardening-I7")
    void aWriteOfUnknownOutcomeCountsAsHavingHappened(End how) {
        STAGE.gateway().expect(502);
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (request.method().equals("GET")) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return Script.hangUp(how);
        });
        get(path);
        assertThat(write("POST").status()).isEqualTo(502);
        assertThat(get(path)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Location", "Content-Location"})
    @Tag("hardening-M")
    void whatTheResponseNamesIsInvalidatedToo(String field) {
        String other = UniquePath.next();
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(other, request -> fresh("version " + version.get()));
        STAGE.origin().on(path, request -> {
            version.incrementAndGet();
            return Script.status(201, field, other);
        });
        get(other);
        write("POST");
        assertThat(get(other)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.test", "http://A.TEST:80", "//a.test", "http://127.0.0.1:{port}"})
    @Tag("hardening-M")
    void howeverItIsNamed(String origin) {
        String other = UniquePath.next();
        STAGE.origin().on(other, fresh("stored"));
        String named = origin.replace("{port}", Integer.toString(STAGE.origin().port())) + other;
        STAGE.origin().on(path, Script.status(201, "Location", named));
        get(other);
        write("POST");
        assertThat(getResponse(other).hit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://b.test", "https://a.test", "http://a.test:81"})
    @Tag("hardening-M")
    void butNothingOfAnotherOrigin(String origin) {
        String other = UniquePath.next();
        STAGE.origin().on(other, fresh("stored"));
        STAGE.origin().on(path, Script.status(201, "Location", origin + other));
        STAGE.get(other, "Host", origin.substring(origin.indexOf("//") + 2));
        get(other);
        write("POST");
        assertThat(getResponse(other).hit()).isTrue();
        assertThat(STAGE.get(other, "Host", origin.substring(origin.indexOf("//") + 2))
                        .hit())
                .isTrue();
    }

    @Test
    @Tag("hardening-I2")
    void aFillInFlightDuringTheWriteIsNotStored() {
        Gate gate = new Gate();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET") ? fresh("old").before(gate) : Script.status(204));
        CompletableFuture<String> reader = Crowd.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        gate.release();
        assertThat(Crowd.join(reader)).isIn("old", "new");
        assertThat(get(path)).isEqualTo("new");
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    @Tag("hardening-I2")
    void norAFillWhoseContentIsStillArriving() {
        Gate gate = new Gate();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? fresh("old").gate(gate).part(" end")
                                : Script.status(204));
        try (RawClient reader = STAGE.gateway().connect().request("GET", path, "Host", HOST)) {
            gate.awaitArrival();
            write("PUT");
            STAGE.origin().on(path, fresh("new"));
            gate.release();
            assertThat(reader.read().content()).isEqualTo("old end");
        }
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    void aReaderAfterTheWriteDoesNotWaitForAFetchFromBeforeIt() {
        Gate gate = new Gate();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET") ? fresh("old").before(gate) : Script.status(204));
        CompletableFuture<String> before = Crowd.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        CompletableFuture<String> after = Crowd.one(() -> get(path));
        STAGE.origin().await(path, 3);
        assertThat(Crowd.join(after)).isEqualTo("new");
        gate.release();
        Crowd.join(before);
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    @Tag("hardening-I3")
    void aRevalidationInFlightDuringTheWriteRevivesNothing() {
        Gate gate = new Gate();
        STAGE.origin().on(path, Script.ok("old", "Cache-Control", "max-age=0", "ETag", "\"1\""));
        get(path);
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? Script.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                                        .before(gate)
                                : Script.status(204));
        CompletableFuture<String> reader = Crowd.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        gate.release();
        Crowd.join(reader);
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    void readsDuringTheWriteNeverGoBackInTime() {
        Gate gate = new Gate();
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (request.method().equals("GET")) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return Script.status(204).before(gate);
        });
        get(path);
        CompletableFuture<Response> writer = Crowd.one(() -> write("PUT"));
        gate.awaitArrival();
        String during = get(path);
        String later = get(path);
        assertThat(later).isGreaterThanOrEqualTo(during);
        gate.release();
        Crowd.join(writer);
        assertThat(get(path)).isEqualTo("version 1");
    }

    private void versions(int status) {
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (java.util.Set.of("GET", "HEAD", "OPTIONS").contains(request.method())) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return Script.status(status);
        });
    }

    private Response write(String method) {
        return STAGE.gateway().send(method, path, "content", "Host", HOST);
    }

    private static String get(String path) {
        return getResponse(path).content();
    }

    private static Response getResponse(String path) {
        return STAGE.get(path, "Host", HOST);
    }

    private static Script fresh(String content) {
        return Script.ok(content, "Cache-Control", "max-age=60");
    }
}
