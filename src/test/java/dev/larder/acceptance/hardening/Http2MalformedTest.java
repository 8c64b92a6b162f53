package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S, X11: a request that lacks what it must have, or whose content has not the length it was said to have, is malformed (RFC
 * 9113 8.1.1): its stream is reset, nobody has it as a whole one, and nothing else comes of it.
 */
class Http2MalformedTest {

    private static final int PROTOCOL_ERROR = 1;
    private static final int STREAM_CLOSED = 5;
    private static final int FLOW_CONTROL_ERROR = 3;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("server.http2.enabled", true));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @EnumSource
    @Tag("hardening-S")
    void contentLengthMismatchResetsOnlyItsStream(Malformed malformed) {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        try (RawHttp2 client = connect()) {
            assertThat(get(client, 1)).isEqualTo(200);
            malformed.request.send(client, 3, path);
            assertThat(nextOf(client, 3)).hasValueSatisfying(frame -> {
                assertThat(frame.type()).isEqualTo(RawHttp2.RST_STREAM);
                assertThat(frame.payload().getInt()).isEqualTo(PROTOCOL_ERROR);
            });
            assertThat(get(client, 5)).isEqualTo(200);
        }
        List<ReceivedRequest> posts = STAGE.origin().received(path).stream()
                .filter(asked -> asked.method().equals("POST"))
                .toList();
        assertThat(posts).extracting(ReceivedRequest::end).doesNotContain(TransferEnd.COMPLETE);
        if (malformed.beforeAnyIsForwarded) {
            assertThat(STAGE.origin().count(path))
                    .as("what is stored is as good as before")
                    .isEqualTo(1);
        }
    }

    /** RFC 9113 8.3.1; 8.5 for the last one, which names its target by an authority alone. */
    @ParameterizedTest
    @ValueSource(strings = {":method", ":scheme", ":path", ":authority"})
    @Tag("hardening-S")
    void resetsStreamOfRequestWithoutRequiredPseudoHeader(String lacking) {
        int before = STAGE.origin().received().size();
        String method = lacking.equals(":authority") ? "CONNECT" : "GET";
        List<String> fields = new ArrayList<>(List.of(RawHttp2.asked(method, path)));
        int at = fields.indexOf(lacking);
        fields.subList(at, at + 2).clear();
        try (RawHttp2 client = connect()) {
            client.request(1, fields.toArray(String[]::new));
            assertThat(nextOf(client, 1)).hasValueSatisfying(frame -> {
                assertThat(frame.type()).isEqualTo(RawHttp2.RST_STREAM);
                assertThat(frame.payload().getInt()).isEqualTo(PROTOCOL_ERROR);
            });
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    /** The end of the stream may come by a frame of its own. */
    @ParameterizedTest
    @EnumSource
    @Tag("hardening-S")
    void forwardsContentThatMatchesContentLength(WellFormed wellFormed) {
        STAGE.origin().on(path, ResponseScript.ok("done", "Cache-Control", "no-store"));
        try (RawHttp2 client = connect()) {
            wellFormed.request.send(client, 1, path);
            assertThat(client.status()).isEqualTo(200);
        }
        assertThat(STAGE.origin().received(path)).singleElement().satisfies(asked -> {
            assertThat(asked.end()).isEqualTo(TransferEnd.COMPLETE);
            assertThat(asked.body()).isEqualTo(wellFormed.content);
        });
    }

    /** Who makes the server reset a stream while its answer is awaited has the request to the origin broken off. */
    @Tag("thorough")
    @ParameterizedTest
    @EnumSource
    @Tag("hardening-X11")
    void cancelsOriginRequestOfStreamResetByServer(Fault fault) throws InterruptedException {
        OriginLatch asked = new OriginLatch();
        CountDownLatch left = new CountDownLatch(1);
        asked.release();
        STAGE.origin().on(path, ResponseScript.takeOver((in, out) -> {
            asked.pass();
            while (in.read() >= 0) {
                // Nothing is said until the gateway has gone.
            }
            left.countDown();
        }));
        try (RawHttp2 client = connect()) {
            client.request(1, RawHttp2.asked("GET", path));
            asked.awaitArrival();
            fault.frame.send(client, 1, path);
            assertThat(nextOf(client, 1)).hasValueSatisfying(frame -> {
                assertThat(frame.type()).isEqualTo(RawHttp2.RST_STREAM);
                assertThat(frame.payload().getInt()).isEqualTo(fault.error);
            });
            assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
            String other = UniquePath.next();
            STAGE.origin().on(other, ResponseScript.ok("fine"));
            assertThat(client.request(3, RawHttp2.asked("GET", other)).status()).isEqualTo(200);
        }
    }

    /** RFC 9113 5.1.1: the first use of a stream closes those below it that have not been used. */
    @Test
    @Tag("hardening-S")
    void streamIdBelowOneAlreadyUsedEndsConnection() {
        STAGE.origin().on(path, ResponseScript.ok("fine", "Cache-Control", "no-store"));
        try (RawHttp2 client = connect()) {
            assertThat(get(client, 5)).isEqualTo(200);
            client.request(3, RawHttp2.asked("GET", path));
            assertThat(client.await(RawHttp2.GOAWAY))
                    .hasValueSatisfying(
                            end -> assertThat(end.payload().getInt(4)).isEqualTo(PROTOCOL_ERROR));
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    /** Frames may come in any pieces: a request that is never whole leaves nothing behind when its connection ends. */
    @Test
    @Tag("hardening-S")
    void disconnectBeforeEndOfStreamForwardsNoCompleteRequest() {
        STAGE.origin().on(path, ResponseScript.ok("done", "Cache-Control", "no-store"));
        try (RawHttp2 client = connect()) {
            head(client, 1, path, "0");
            head(client, 3, path, "3");
            data(client, 3, 0, "abc");
            String other = UniquePath.next();
            STAGE.origin().on(other, ResponseScript.ok("fine"));
            assertThat(client.request(5, RawHttp2.asked("GET", other)).status()).isEqualTo(200);
        }
        STAGE.awaitReading();
        assertThat(STAGE.origin().received(path))
                .extracting(ReceivedRequest::end)
                .doesNotContain(TransferEnd.COMPLETE);
    }

    private static RawHttp2 connect() {
        return RawHttp2.connect(STAGE.gateway().port());
    }

    private int get(RawHttp2 client, int stream) {
        return client.request(stream, RawHttp2.asked("GET", path)).status();
    }

    /** The next frame of that stream that is not about room. */
    private static Optional<RawHttp2.Frame> nextOf(RawHttp2 client, int stream) {
        Optional<RawHttp2.Frame> frame = client.next();
        while (frame.isPresent()
                && (frame.get().stream() != stream || frame.get().type() == RawHttp2.WINDOW_UPDATE)) {
            frame = client.next();
        }
        return frame;
    }

    private static void head(RawHttp2 client, int stream, String path, String length) {
        head(client, stream, path, length, 0);
    }

    private static void head(RawHttp2 client, int stream, String path, String length, int flags) {
        byte[] fields = RawHttp2.block(
                ":method", "POST", ":scheme", "http", ":path", path, ":authority", "a.test", "content-length", length);
        client.frame(RawHttp2.HEADERS, RawHttp2.END_OF_HEADERS | flags, stream, fields);
    }

    private static void data(RawHttp2 client, int stream, int flags, String content) {
        client.frame(RawHttp2.DATA, flags, stream, content.getBytes(StandardCharsets.US_ASCII));
    }

    private static void trailer(RawHttp2 client, int stream) {
        client.frame(
                RawHttp2.HEADERS, RawHttp2.END_OF_HEADERS | RawHttp2.END_OF_STREAM, stream, RawHttp2.block("x-a", "b"));
    }

    /** What is malformed, and whether that is known before anything of it has been forwarded. */
    private enum Malformed {
        LESS(false, (client, stream, path) -> {
            head(client, stream, path, "5");
            data(client, stream, RawHttp2.END_OF_STREAM, "abc");
        }),
        LESS_IN_PIECES(false, (client, stream, path) -> {
            head(client, stream, path, "5");
            data(client, stream, 0, "abc");
            data(client, stream, RawHttp2.END_OF_STREAM, "");
        }),
        LESS_BEFORE_A_TRAILER(false, (client, stream, path) -> {
            head(client, stream, path, "5");
            data(client, stream, 0, "abc");
            trailer(client, stream);
        }),
        NOTHING(true, (client, stream, path) -> head(client, stream, path, "5", RawHttp2.END_OF_STREAM)),
        NOTHING_IN_A_FRAME(false, (client, stream, path) -> {
            head(client, stream, path, "5");
            data(client, stream, RawHttp2.END_OF_STREAM, "");
        }),
        MORE(false, (client, stream, path) -> {
            head(client, stream, path, "3");
            data(client, stream, RawHttp2.END_OF_STREAM, "abcde");
        }),
        MORE_AFTER_THE_WHOLE(false, (client, stream, path) -> {
            head(client, stream, path, "3");
            data(client, stream, 0, "abc");
            data(client, stream, 0, "");
            data(client, stream, RawHttp2.END_OF_STREAM, "d");
        }),
        SOMETHING_FOR_NOTHING(true, (client, stream, path) -> {
            head(client, stream, path, "0");
            data(client, stream, RawHttp2.END_OF_STREAM, "a");
        }),
        ENDLESS_FOR_NOTHING(true, (client, stream, path) -> {
            head(client, stream, path, "0");
            data(client, stream, 0, "a");
        });

        private final boolean beforeAnyIsForwarded;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that keeps nothing
        private final Frames request;

        Malformed(boolean beforeAnyIsForwarded, Frames request) {
            this.beforeAnyIsForwarded = beforeAnyIsForwarded;
            this.request = request;
        }
    }

    private enum WellFormed {
        AT_ONCE("abc", (client, stream, path) -> {
            head(client, stream, path, "3");
            data(client, stream, RawHttp2.END_OF_STREAM, "abc");
        }),
        IN_PIECES("abcde", (client, stream, path) -> {
            head(client, stream, path, "5");
            data(client, stream, 0, "ab");
            data(client, stream, 0, "cde");
            data(client, stream, 0, "");
            data(client, stream, RawHttp2.END_OF_STREAM, "");
        }),
        BEFORE_A_TRAILER("abc", (client, stream, path) -> {
            head(client, stream, path, "3");
            data(client, stream, 0, "abc");
            trailer(client, stream);
        }),
        NOTHING("", (client, stream, path) -> head(client, stream, path, "0", RawHttp2.END_OF_STREAM)),
        NOTHING_IN_A_FRAME("", (client, stream, path) -> {
            head(client, stream, path, "0");
            data(client, stream, RawHttp2.END_OF_STREAM, "");
        });

        private final String content;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that keeps nothing
        private final Frames request;

        WellFormed(String content, Frames request) {
            this.content = content;
            this.request = request;
        }
    }

    /** What makes a server reset a stream that its client has ended. */
    private enum Fault {
        NO_ROOM(PROTOCOL_ERROR, (client, stream, path) -> client.room(stream, 0)),
        TOO_MUCH_ROOM(FLOW_CONTROL_ERROR, (client, stream, path) -> client.room(stream, Integer.MAX_VALUE)),
        HEAD_AFTER_THE_END(PROTOCOL_ERROR, (client, stream, path) -> trailer(client, stream)),
        DATA_AFTER_THE_END(STREAM_CLOSED, (client, stream, path) -> data(client, stream, 0, "a")),
        DEPENDS_ON_ITSELF(
                PROTOCOL_ERROR,
                (client, stream, path) ->
                        client.frame(RawHttp2.PRIORITY, 0, stream, new byte[] {0, 0, 0, (byte) stream, 0}));

        private final int error;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that keeps nothing
        private final Frames frame;

        Fault(int error, Frames frame) {
            this.error = error;
            this.frame = frame;
        }
    }

    @FunctionalInterface
    private interface Frames {
        void send(RawHttp2 client, int stream, String path);
    }
}
