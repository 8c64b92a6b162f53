package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S, X11: a server that speaks HTTP/2 too is as strict in both as one that does not. */
class Http2Test {

    private static final String HOST = "Host: a.test\r\n";
    private static final int MAX_CONCURRENT_STREAMS = 3;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int CANCEL = 8;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder ->
            builder.property("server.http2.enabled", true).property("larder.limits.request-header-timeout", "700ms"));

    private final String path = UniquePath.next();

    @Test
    void http2SharesStoreWithHttp11() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path, "Host", "a.test");
        try (RawHttp2 client = connect()) {
            assertThat(get(client, 1, path, "a.test")).isEqualTo(200);
            assertThat(get(client, 3, path, "a.test")).isEqualTo(200);
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    /** P1: nor does the server put in fields of its own that an origin could answer by. */
    @Test
    @Tag("hardening-P1")
    void doesNotForwardHttp2StreamFields() {
        STAGE.origin().on(path, ResponseScript.ok("whatever"));
        try (RawHttp2 client = connect()) {
            assertThat(get(client, 1, path, "a.test")).isEqualTo(200);
        }
        RawFields asked = STAGE.origin().received(path).get(0).fields();
        for (String name : List.of("x-http2-scheme", "x-http2-stream-id", "x-http2-stream-weight")) {
            assertThat(asked.has(name)).as(name).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /acct#x.css, a.test",
        "GET, /static/../acct, a.test",
        "GET, /static/%2e%2e/acct, a.test",
        "GET, //evil.test/acct, a.test",
        "GET, /acct%00, a.test",
        "GET, /acct%zz, a.test",
        "GET, /acct\\x, a.test",
        "GET, *, a.test",
        "GET, acct, a.test",
        "GET, http://b.test/acct, a.test",
        "GET, /acct, a@b.test",
        "GET, /acct, 'a.test,b.test'",
        "GET, /acct, a test",
        "GET, /acct, a.test:99999",
        "TRACE, /acct, a.test"
    })
    @Tag("hardening-S")
    void rejectsHttp2RequestWithInvalidMethodTargetOrAuthority(String method, String target, String authority) {
        int before = STAGE.origin().received().size();
        try (RawHttp2 client = connect()) {
            client.request(1, ":method", method, ":scheme", "http", ":path", target, ":authority", authority);
            assertThat(client.status()).isIn(0, 400, 405);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({
        "host, b.test",
        "transfer-encoding, chunked",
        "connection, cookie",
        "x-a, 'b\rc'",
        "x-a, 'b\r\nx-b: c'",
        "X-A, b",
        ":path, /other",
        ":authority, b.test",
        ":method, POST",
        ":status, 200",
        ":unknown, x"
    })
    @Tag("hardening-S")
    void rejectsHttp2RequestWithInvalidField(String name, String value) {
        int before = STAGE.origin().received().size();
        try (RawHttp2 client = connect()) {
            client.request(1, ":method", "GET", ":scheme", "http", ":path", path, ":authority", "a.test", name, value);
            assertThat(client.status()).isIn(0, 400);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({":path, '/acct\r\nX-A: b'", ":authority, 'a.test\r\nX-A: b'", ":method, 'GET /x HTTP/1.1\r\n'"})
    @Tag("hardening-S")
    void rejectsLineBreakInHttp2PseudoHeader(String name, String value) {
        int before = STAGE.origin().received().size();
        String[] fields = RawHttp2.asked("GET", path);
        fields[Arrays.asList(fields).indexOf(name) + 1] = value;
        try (RawHttp2 client = connect()) {
            assertThat(client.request(1, fields).status()).isIn(0, 400);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /PATH#x HTTP/1.1\r\n" + HOST + "\r\n",
                "GET //PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET  /PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET /PATH HTTP/1.1\r\n\r\n",
                "GET /PATH HTTP/1.1\r\n" + HOST + HOST + "\r\n",
                "GET /PATH HTTP/1.1\r\n" + HOST + "X-A: b\r\n c\r\n\r\n",
                "GET /PATH HTTP/1.1\n" + HOST + "\r\n",
                "POST /PATH HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /PATH HTTP/1.1\r\n" + HOST + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
                "GET /PATH HTTP/1.1\r\n" + HOST + "Connection: cookie\r\n\r\n",
                "PRI /PATH HTTP/1.1\r\n\r\n"
            })
    @Tag("hardening-S")
    void rejectsMalformedHttp11RequestWhenHttp2IsEnabled(String request) {
        int before = STAGE.origin().received().size();
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response =
                    client.send(request.replace("/PATH", path)).read();
            assertThat(response.status()).as("%s", response).isEqualTo(400);
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    /** RFC 9113 3.1: the upgrade is obsolete; RFC 9110 7.8: a server may ignore it. */
    @Test
    void anUpgradeToHttp2IsIgnored() {
        STAGE.origin().on(path, ResponseScript.ok("plain", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request(
                    "GET",
                    path,
                    "Connection",
                    "Upgrade, HTTP2-Settings",
                    "Upgrade",
                    "h2c",
                    "HTTP2-Settings",
                    "AAMAAABk");
            assertThat(client.read().content()).isEqualTo("plain");
            assertThat(client.request("GET", path).read().content()).isEqualTo("plain");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PRI * HTTP/2.0\r\n", "GET / HTTP/1.1\r\nHost: a"})
    @Tag("hardening-S")
    void disconnectsClientThatSendsNoCompleteRequestInTime(String beginning) {
        try (RawClient client = STAGE.gateway().connect().patience(Duration.ofSeconds(10))) {
            ReceivedResponse response = client.send(beginning).read();
            assertThat(response.status()).isIn(0, 408);
            assertThat(response.end()).isNotEqualTo(TransferEnd.SILENCE);
        }
    }

    @Test
    @Tag("hardening-X11")
    void advertisesLimitOfConcurrentStreams() {
        try (RawHttp2 client = connect()) {
            ByteBuffer settings = client.await(RawHttp2.SETTINGS).orElseThrow().payload();
            Optional<Integer> most = Optional.empty();
            while (settings.hasRemaining()) {
                int name = settings.getShort();
                int value = settings.getInt();
                most = name == MAX_CONCURRENT_STREAMS ? Optional.of(value) : most;
            }
            assertThat(most).hasValueSatisfying(value -> assertThat(value).isBetween(1, 100));
        }
    }

    @Test
    @Tag("hardening-X11")
    void rapidResetsEndOnlyTheirOwnConnection() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
        try (RawHttp2 client = connect();
                RawHttp2 other = connect()) {
            assertThat(get(other, 1, path, "a.test")).isEqualTo(200);
            for (int stream = 1; stream < 2_000; stream += 2) {
                client.request(stream, ":method", "GET", ":scheme", "http", ":path", path, ":authority", "a.test")
                        .frame(RawHttp2.RST_STREAM, 0, stream, new byte[] {0, 0, 0, CANCEL});
            }
            Optional<RawHttp2.Frame> end = client.await(RawHttp2.GOAWAY);
            end.ifPresent(frame -> assertThat(frame.payload().getInt(4)).isEqualTo(ENHANCE_YOUR_CALM));
            assertThat(client.await(RawHttp2.GOAWAY)).isEmpty();
            assertThat(get(other, 3, path, "a.test")).isEqualTo(200);
        }
    }

    private static RawHttp2 connect() {
        return RawHttp2.connect(STAGE.gateway().port());
    }

    private static int get(RawHttp2 client, int stream, String target, String authority) {
        return client.request(stream, ":method", "GET", ":scheme", "http", ":path", target, ":authority", authority)
                .status();
    }
}
