package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that waited for a response which turns out not to be theirs fetch for themselves, all at once. */
class UnshareableResponseTest {

    private static final int HERD = 50;
    private static final Duration LONG_ENOUGH_TO_BE_WAITED_FOR = Duration.ofMillis(1500);

    /** Whoever waits for another's fetch waits longer than a {@link OriginLatch} does, which then fails. */
    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.collapse.timeout", "60s"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private, max-age=60", "max-age=60, Private=\"x-user\", no-store"})
    @Tag("hardening-F6")
    @Tag("hardening-L")
    void requestsForUnshareableResponseFetchConcurrently(String cacheControl) {
        OriginLatch others = new OriginLatch();
        AtomicInteger asked = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            ResponseScript own = ResponseScript.ok(request.fields().get("X-Client"), "Cache-Control", cacheControl);
            return asked.getAndIncrement() == 0 ? own.latency(LONG_ENOUGH_TO_BE_WAITED_FOR) : own.before(others);
        });
        ConcurrentClients<ReceivedResponse> clients =
                ConcurrentClients.start(HERD, i -> STAGE.get(path, "X-Client", Integer.toString(i)));
        others.awaitArrivals(HERD - 1);
        others.release();
        List<ReceivedResponse> responses = clients.results();
        for (int i = 0; i < HERD; i++) {
            assertThat(responses.get(i).content()).isEqualTo(Integer.toString(i));
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(HERD);
    }

    @Test
    @Tag("hardening-F6")
    void laterRequestsForUnshareableResponseAreNotCollapsed() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.ok("mine", "Cache-Control", "no-store"));
        STAGE.get(path);
        STAGE.origin()
                .on(path, ResponseScript.ok("mine", "Cache-Control", "no-store").before(gate));
        ConcurrentClients<ReceivedResponse> clients = ConcurrentClients.start(5, i -> STAGE.get(path));
        gate.awaitArrivals(5);
        gate.release();
        assertThat(clients.results()).allMatch(response -> response.content().equals("mine"));
    }

    /** What one client says, or who he is, tells nothing of what the others may share. */
    @ParameterizedTest
    @CsvSource({
        "GET, Authorization, Basic YTpi, 200",
        "GET, Cookie, id=1, 200",
        "GET, Cache-Control, no-store, 200",
        "GET, Range, bytes=0-0, 206",
        "GET, If-None-Match, x, 304",
        "GET, If-Match, x, 412",
        "GET, X-Odd, odd, 400",
        "HEAD, Accept, text/plain, 200"
    })
    @Tag("hardening-F6")
    void unshareableResponseToOneRequestDoesNotStopCollapsingOthers(
            String method, String field, String value, int status) {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals(method)
                                        && value.equals(request.fields().get(field))
                                ? ResponseScript.status(
                                        status, "Cache-Control", status == 206 ? "max-age=60" : ofOne(field))
                                : ResponseScript.ok("shared", "Cache-Control", "max-age=60")
                                        .before(gate));
        STAGE.gateway().ask(method, path, field, value);
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
        RawClient[] clients = new RawClient[5];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = STAGE.gateway().connect().request("GET", path);
        }
        gate.awaitArrival();
        STAGE.awaitReading();
        STAGE.awaitReading();
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
        gate.release();
        for (RawClient client : clients) {
            assertThat(client.read().content()).isEqualTo("shared");
            client.close();
        }
    }

    private static String ofOne(String field) {
        return field.equals("Authorization") || field.equals("Cache-Control") ? "max-age=60" : "private, no-store";
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Cookie"})
    @Tag("hardening-L")
    void requestsWithDifferentCredentialsAreNotCollapsed(String field) {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, request -> answer(request, field).before(gate));
        ConcurrentClients<ReceivedResponse> clients =
                ConcurrentClients.start(4, i -> STAGE.get(path, field, "user" + i));
        gate.awaitArrivals(4);
        gate.release();
        assertThat(clients.results())
                .extracting(ReceivedResponse::content)
                .containsExactly("user0", "user1", "user2", "user3");
    }

    @Test
    @Tag("hardening-L")
    void setCookieOfInitiatorIsNotSentToOtherRequests() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                        "page",
                                        "Set-Cookie",
                                        "sid=" + request.fields().get("X-Client"))
                                .before(gate));
        ConcurrentClients<ReceivedResponse> clients =
                ConcurrentClients.start(4, i -> STAGE.get(path, "X-Client", Integer.toString(i)));
        gate.awaitArrival();
        gate.release();
        List<ReceivedResponse> responses = clients.results();
        for (int i = 0; i < 4; i++) {
            assertThat(responses.get(i).field("Set-Cookie")).isEqualTo("sid=" + i);
        }
    }

    @Test
    void waitingRequestsForAnotherVariantGetTheirOwnResponse() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                        request.fields().get("X-Lang"), "Cache-Control", "max-age=60", "Vary", "X-Lang")
                                .before(gate));
        ConcurrentClients<ReceivedResponse> clients =
                ConcurrentClients.start(6, i -> STAGE.get(path, "X-Lang", i % 2 == 0 ? "de" : "fr"));
        gate.awaitArrival();
        gate.release();
        List<ReceivedResponse> responses = clients.results();
        for (int i = 0; i < 6; i++) {
            assertThat(responses.get(i).content()).isEqualTo(i % 2 == 0 ? "de" : "fr");
        }
    }

    private static ResponseScript answer(ReceivedRequest request, String field) {
        return ResponseScript.ok(request.fields().get(field), "Cache-Control", "private, max-age=60");
    }
}
