package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** X6, X11: who asks for much and reads nothing of it is sent away. */
class StalledResponseReaderTest {

    private static final Duration PAUSE = Duration.ofMillis(800);
    private static final int SMALL_BUFFER = 4_096;
    /** RFC 9113 6.9.2. */
    private static final int FIRST_WINDOW = 65_535;

    private static final int MEGABYTE = 1 << 20;
    private static final int MEGABYTES = 24;
    private static final int CLIENTS = 5;
    private static final int HITS = 40;

    /** Seconds that a busy machine may take beyond the pause. */
    private static final int PATIENCE = 20;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.property("larder.limits.response-write-timeout", PAUSE.toMillis() + "ms")
                    .property("server.netty.idle-timeout", "60s")
                    .property("server.http2.enabled", true));

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatDoesNotReadFetchedResponse() {
        STAGE.origin().on(path, large());
        assertSentAway(RawClient.head("GET", path, RawFields.NONE));
    }

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatDoesNotReadHits() {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(500_000), "Cache-Control", "max-age=60"));
        STAGE.get(path);
        assertSentAway(RawClient.head("GET", path, RawFields.NONE).repeat(100));
    }

    /** Handlers that wait for what has gone out must not wait for one another. */
    @Test
    void deliversConsecutiveLargeHitsToConcurrentClients() {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(MEGABYTE - 1), "Cache-Control", "max-age=60"));
        STAGE.get(path);
        ConcurrentClients.start(CLIENTS, number -> {
                    try (RawClient client = STAGE.gateway().connect()) {
                        for (int i = 0; i < HITS; i++) {
                            assertThat(client.request("GET", path).read().content())
                                    .hasSize(MEGABYTE - 1);
                        }
                    }
                    return true;
                })
                .results();
    }

    @Tag("thorough")
    @Test
    @Tag("hardening-X6")
    void slowReaderReceivesWholeResponse() {
        STAGE.origin().on(path, large());
        try (RawClient client = STAGE.gateway().connect(SMALL_BUFFER).request("GET", path)) {
            StreamedResponse response = client.open("GET");
            long read = 0;
            for (int piece = 1; piece < MEGABYTES; piece++) {
                long next = System.nanoTime() + PAUSE.toNanos() / 8;
                for (; read < (long) piece * MEGABYTE; read += response.next().length()) {
                    assertThat(response.end()).isEqualTo(TransferEnd.SILENCE);
                }
                while (System.nanoTime() < next) {
                    STAGE.awaitReading();
                }
            }
            assertThat(read + response.skip()).isEqualTo((long) MEGABYTES * MEGABYTE);
            assertThat(response.end()).isEqualTo(TransferEnd.COMPLETE);
        }
    }

    /** RFC 9113 5.2: a window of nothing is legal, and a stream that waits for one holds a connection to the origin. */
    @Test
    @Tag("hardening-X11")
    void resetsStreamThatGrantsNoFlowControlWindow() {
        String other = UniquePath.next();
        STAGE.origin().on(path, large());
        STAGE.origin().on(other, ResponseScript.ok("well", "Cache-Control", "no-store"));
        try (RawHttp2 client = RawHttp2.connect(STAGE.gateway().port())) {
            client.request(1, RawHttp2.asked("GET", path));
            assertThat(client.status()).isEqualTo(200);
            assertThat(client.await(RawHttp2.RST_STREAM).orElseThrow().stream()).isEqualTo(1);
            client.room(0, MEGABYTE).request(3, RawHttp2.asked("GET", other));
            assertThat(client.status()).isEqualTo(200);
        }
    }

    @Tag("thorough")
    @Test
    @Tag("hardening-X11")
    void streamWithRareWindowUpdatesReceivesWholeResponse() {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(MEGABYTE), "Cache-Control", "no-store"));
        try (RawHttp2 client = RawHttp2.connect(STAGE.gateway().port())) {
            client.request(1, RawHttp2.asked("GET", path));
            assertThat(client.status()).isEqualTo(200);
            long come = 0;
            long first = System.nanoTime();
            boolean wide = false;
            while (come < MEGABYTE) {
                come += client.await(RawHttp2.DATA).orElseThrow().payload().remaining();
                if (come >= FIRST_WINDOW && !wide) {
                    STAGE.awaitReading();
                    wide = System.nanoTime() - first > 3 * PAUSE.toNanos();
                    client.room(0, wide ? MEGABYTE : 1).room(1, wide ? MEGABYTE : 1);
                }
            }
            assertThat(come).isEqualTo(MEGABYTE);
        }
    }

    @Test
    void doesNotDisconnectClientWaitingForSlowOrigin() {
        STAGE.origin()
                .on(path, ResponseScript.ok("late", "Cache-Control", "no-store").latency(PAUSE.multipliedBy(2)));
        assertThat(STAGE.get(path).content()).isEqualTo("late");
    }

    private static void assertSentAway(String requests) {
        int mark = STAGE.gateway().log().mark();
        try (RawClient client = STAGE.gateway().connect(SMALL_BUFFER).send(requests)) {
            assertThat(client.open("GET").head().status()).isEqualTo(200);
            assertThat(STAGE.gateway()
                            .log()
                            .await(mark, line -> line.contains("reads nothing, or too slowly"), PATIENCE))
                    .isNotNull();
            assertThat(end(client)).isEqualTo(TransferEnd.RESET);
        }
    }

    /** What the system had taken over already may still come. */
    private static TransferEnd end(RawClient client) {
        int come = MEGABYTE;
        while (come == MEGABYTE) {
            come = client.bytes(MEGABYTE).length();
        }
        return client.awaitEnd();
    }

    private static ResponseScript large() {
        ResponseScript large = ResponseScript.status(200, "Cache-Control", "no-store");
        for (int i = 0; i < MEGABYTES; i++) {
            large.part(new byte[MEGABYTE]);
        }
        return large;
    }
}
