package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** X11: frames without end that cost their sender nothing end his connection (RFC 9113 10.5), and no other. */
class Http2FloodTest {

    private static final int FRAMES = 6_000;
    private static final int OF_A_HERD = 300;
    private static final int PROTOCOL_ERROR = 1;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final long LARGE = 24 << 20;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("server.http2.enabled", true));

    private final String path = UniquePath.next();

    @BeforeEach
    void answer() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("hardening-X11")
    void floodEndsOnlyItsOwnConnection(Flood flood) {
        try (RawHttp2 client = connect();
                RawHttp2 other = connect()) {
            flood.opening.send(client, path);
            for (int i = 0; i < FRAMES; i++) {
                flood.frame.send(client, path, i);
                if (i % 1_000 == 0) {
                    assertThat(get(other, i / 500 + 1)).isEqualTo(200);
                }
            }
            Optional<RawHttp2.Frame> end = client.await(RawHttp2.GOAWAY);
            end.ifPresent(goAway -> assertThat(goAway.payload().getInt(4)).isIn(ENHANCE_YOUR_CALM, PROTOCOL_ERROR));
            assertThat(client.await(RawHttp2.GOAWAY)).isEmpty();
            assertThat(get(other, FRAMES + 1)).isEqualTo(200);
        }
    }

    /** Read at once, the answer is there to be read. */
    @Test
    @Tag("hardening-X11")
    void reportsFloodByGoAwayWithoutLoggingWarning() {
        int before = STAGE.gateway().log().mark();
        try (RawHttp2 client = connect()) {
            Optional<RawHttp2.Frame> frame = Optional.empty();
            for (int i = 0; i < FRAMES && frame.filter(RawHttp2.Frame::isGoAway).isEmpty(); i++) {
                frame = client.frame(RawHttp2.SETTINGS, 0, 0, new byte[0]).next();
            }
            assertThat(frame).hasValueSatisfying(goAway -> {
                assertThat(goAway.isGoAway()).isTrue();
                assertThat(goAway.payload().getInt(4)).isEqualTo(ENHANCE_YOUR_CALM);
            });
        }
        assertThat(STAGE.gateway().log().since(before)).noneMatch(line -> line.contains(" WARN "));
    }

    /** Many at once are a habit of good clients too. */
    @Test
    @Tag("hardening-X11")
    void toleratesHundredsOfPingAndPriorityFrames() {
        try (RawHttp2 client = connect()) {
            for (int i = 0; i < OF_A_HERD; i++) {
                client.frame(RawHttp2.PING, 0, 0, new byte[8]).frame(RawHttp2.PRIORITY, 0, 2 * i + 3, new byte[5]);
            }
            for (int i = 0; i < OF_A_HERD; i++) {
                assertThat(client.await(RawHttp2.PING)).isPresent();
            }
            assertThat(get(client, 1)).isEqualTo(200);
        }
    }

    /** Whoever reads much and gives room for each piece that comes, for its stream and its connection, sends many frames. */
    @Test
    @Tag("hardening-X11")
    void toleratesWindowUpdateForEachDataFrame() {
        STAGE.origin()
                .on(path, ResponseScript.ok("", "Cache-Control", "no-store").part(GeneratedContent.of(path, LARGE)));
        try (RawHttp2 client = connect()) {
            assertThat(get(client, 1)).isEqualTo(200);
            long read = 0;
            while (read < LARGE) {
                int length = client.await(RawHttp2.DATA).orElseThrow().payload().remaining();
                read += length;
                if (length > 0) {
                    client.room(0, length).room(1, length);
                }
            }
            assertThat(read).isEqualTo(LARGE);
        }
    }

    private RawHttp2 connect() {
        return RawHttp2.connect(STAGE.gateway().port());
    }

    private int get(RawHttp2 client, int stream) {
        return client.request(stream, RawHttp2.asked("GET", path)).status();
    }

    /** What a client sends again and again, and what before. */
    private enum Flood {
        SETTINGS((client, path, count) -> client.frame(RawHttp2.SETTINGS, 0, 0, new byte[0])),
        PING((client, path, count) -> client.frame(RawHttp2.PING, 0, 0, new byte[8])),
        PRIORITY((client, path, count) -> client.frame(RawHttp2.PRIORITY, 0, 1, new byte[5])),
        WINDOW_UPDATE((client, path, count) -> client.room(0, 1)),
        UNKNOWN((client, path, count) -> client.frame(0xfa, 0, 0, new byte[0])),
        EMPTY_DATA(Flood::request, (client, path, count) -> client.frame(RawHttp2.DATA, 0, 1, new byte[0])),
        EMPTY_DATA_IN_TURN_WITH_FULL(
                Flood::request, (client, path, count) -> client.frame(RawHttp2.DATA, 0, 1, new byte[count % 2])),
        EMPTY_CONTINUATION(
                Flood::head, (client, path, count) -> client.frame(RawHttp2.CONTINUATION, 0, 1, new byte[0])),
        SMALL_CONTINUATION(
                Flood::head,
                (client, path, count) -> client.frame(RawHttp2.CONTINUATION, 0, 1, RawHttp2.block("a", "b"))),
        LARGE_CONTINUATION(
                Flood::head,
                (client, path, count) -> client.frame(
                        RawHttp2.CONTINUATION,
                        0,
                        1,
                        RawHttp2.block(Collections.nCopies(200, "b".repeat(80)).toArray(String[]::new)))),
        RESET_BY_THE_CLIENT((client, path, count) -> client.request(2 * count + 1, RawHttp2.asked("GET", path))
                .frame(RawHttp2.RST_STREAM, 0, 2 * count + 1, new byte[] {0, 0, 0, 8})),
        NO_ROOM((client, path, count) -> asked(client, path, count).room(2 * count + 1, 0)),
        TOO_MUCH_ROOM((client, path, count) -> asked(client, path, count).room(2 * count + 1, Integer.MAX_VALUE)),
        DATA_AFTER_THE_END((client, path, count) ->
                asked(client, path, count).frame(RawHttp2.DATA, 0, 2 * count + 1, new byte[1])),
        DEPENDENCE_ON_ITSELF((client, path, count) -> asked(client, path, count)
                .frame(
                        RawHttp2.PRIORITY,
                        0,
                        2 * count + 1,
                        ByteBuffer.allocate(5).putInt(2 * count + 1).array())),
        ANOTHER_LENGTH((client, path, count) -> client.frame(
                RawHttp2.HEADERS,
                RawHttp2.END_OF_HEADERS | RawHttp2.END_OF_STREAM,
                2 * count + 1,
                RawHttp2.block(
                        ":method",
                        "POST",
                        ":scheme",
                        "http",
                        ":path",
                        path,
                        ":authority",
                        "a.test",
                        "content-length",
                        "1")));

        private final Opening opening;
        private final Next frame;

        Flood(Next frame) {
            this((client, path) -> {}, frame);
        }

        Flood(Opening opening, Next frame) {
            this.opening = opening;
            this.frame = frame;
        }

        private static void request(RawHttp2 client, String path) {
            client.frame(RawHttp2.HEADERS, RawHttp2.END_OF_HEADERS, 1, RawHttp2.block(RawHttp2.asked("POST", path)));
        }

        /** A request of a stream of its own, which the next frame makes the server reset (CVE-2025-8671). */
        private static RawHttp2 asked(RawHttp2 client, String path, int count) {
            return client.request(2 * count + 1, RawHttp2.asked("GET", path));
        }

        private static void head(RawHttp2 client, String path) {
            client.frame(RawHttp2.HEADERS, 0, 1, RawHttp2.block(RawHttp2.asked("GET", path)));
        }
    }

    @FunctionalInterface
    private interface Opening {
        void send(RawHttp2 client, String path);
    }

    @FunctionalInterface
    private interface Next {
        void send(RawHttp2 client, String path, int count);
    }
}
