package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was fetched before a write is not served after it (RFC 9111 4.4). */
class ReadAfterWriteTest {

    private static final String HOST = "a.test";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

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
    void writeInvalidatesTargetOnEveryNonErrorStatus(int status) {
        versions(status);
        get(path);
        write("POST");
        assertThat(get(path)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409})
    @Tag("hardening-M")
    void writeAnsweredWithClientErrorInvalidatesNothing(int status) {
        STAGE.origin()
                .on(path, request -> request.method().equals("GET") ? fresh("stored") : ResponseScript.status(status));
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
    void writeWithUnknownOutcomeInvalidatesTarget(TransferEnd how) {
        STAGE.gateway().expect(502);
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (request.method().equals("GET")) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return ResponseScript.hangUp(how);
        });
        get(path);
        assertThat(write("POST").status()).isEqualTo(502);
        assertThat(get(path)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Location", "Content-Location"})
    @Tag("hardening-M")
    void writeInvalidatesUriInLocationAndContentLocation(String field) {
        String other = UniquePath.next();
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(other, request -> fresh("version " + version.get()));
        STAGE.origin().on(path, request -> {
            version.incrementAndGet();
            return ResponseScript.status(201, field, other);
        });
        get(other);
        write("POST");
        assertThat(get(other)).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.test", "http://A.TEST:80", "//a.test", "http://127.0.0.1:{port}"})
    @Tag("hardening-M")
    void writeInvalidatesLocationInEveryFormOfSameOrigin(String origin) {
        String other = UniquePath.next();
        STAGE.origin().on(other, fresh("stored"));
        String named = origin.replace("{port}", Integer.toString(STAGE.origin().port())) + other;
        STAGE.origin().on(path, ResponseScript.status(201, "Location", named));
        get(other);
        write("POST");
        assertThat(getResponse(other).hit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://b.test", "https://a.test", "http://a.test:81"})
    @Tag("hardening-M")
    void writeDoesNotInvalidateLocationOfAnotherOrigin(String origin) {
        String other = UniquePath.next();
        STAGE.origin().on(other, fresh("stored"));
        STAGE.origin().on(path, ResponseScript.status(201, "Location", origin + other));
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
    void doesNotStoreFetchInFlightDuringWrite() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? fresh("old").before(gate)
                                : ResponseScript.status(204));
        CompletableFuture<String> reader = ConcurrentClients.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        gate.release();
        assertThat(ConcurrentClients.join(reader)).isIn("old", "new");
        assertThat(get(path)).isEqualTo("new");
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    @Tag("hardening-I2")
    void doesNotStoreResponseStillArrivingDuringWrite() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? fresh("old").gate(gate).part(" end")
                                : ResponseScript.status(204));
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
    void readAfterWriteDoesNotJoinFetchStartedBeforeIt() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? fresh("old").before(gate)
                                : ResponseScript.status(204));
        CompletableFuture<String> before = ConcurrentClients.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        CompletableFuture<String> after = ConcurrentClients.one(() -> get(path));
        STAGE.origin().await(path, 3);
        assertThat(ConcurrentClients.join(after)).isEqualTo("new");
        gate.release();
        ConcurrentClients.join(before);
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    @Tag("hardening-I3")
    void revalidationInFlightDuringWriteDoesNotRefreshStoredResponse() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=0", "ETag", "\"1\""));
        get(path);
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                                        .before(gate)
                                : ResponseScript.status(204));
        CompletableFuture<String> reader = ConcurrentClients.one(() -> get(path));
        gate.awaitArrival();
        write("PUT");
        STAGE.origin().on(path, fresh("new"));
        gate.release();
        ConcurrentClients.join(reader);
        assertThat(get(path)).isEqualTo("new");
    }

    @Test
    void readsDuringWriteNeverReturnOlderVersion() {
        OriginLatch gate = new OriginLatch();
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (request.method().equals("GET")) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return ResponseScript.status(204).before(gate);
        });
        get(path);
        CompletableFuture<ReceivedResponse> writer = ConcurrentClients.one(() -> write("PUT"));
        gate.awaitArrival();
        String during = get(path);
        String later = get(path);
        assertThat(later).isGreaterThanOrEqualTo(during);
        gate.release();
        ConcurrentClients.join(writer);
        assertThat(get(path)).isEqualTo("version 1");
    }

    private void versions(int status) {
        AtomicInteger version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (java.util.Set.of("GET", "HEAD", "OPTIONS").contains(request.method())) {
                return fresh("version " + version.get());
            }
            version.incrementAndGet();
            return ResponseScript.status(status);
        });
    }

    private ReceivedResponse write(String method) {
        return STAGE.gateway().send(method, path, "content", "Host", HOST);
    }

    private static String get(String path) {
        return getResponse(path).content();
    }

    private static ReceivedResponse getResponse(String path) {
        return STAGE.get(path, "Host", HOST);
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }
}
