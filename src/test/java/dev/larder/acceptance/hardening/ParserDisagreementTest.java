package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S: requests on which parsers disagree, beyond those of {@code MalformedRequests}; and what trailers may not do. */
class ParserDisagreementTest {

    private static final String GET = "GET /PATH HTTP/1.1\r\n";
    private static final String HOST = "Host: a.test\r\n";
    private static final String POST = "POST /PATH HTTP/1.1\r\n" + HOST;
    private static final String LAST_CHUNK = "\r\n0\r\n\r\n";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    static Stream<String> malformed() {
        return Stream.of(hosts(), codings(), chunks(), connections(), lines()).flatMap(group -> group);
    }

    private static Stream<String> hosts() {
        return Stream.of(
                        "a.test:65536",
                        "a.test:99999",
                        "a.test:080808",
                        "a.test:-1",
                        "a.test: 80",
                        "a%zz.test",
                        "a%00.test",
                        "a%0d%0a.test",
                        "a%2fb.test",
                        "[::1",
                        "[::1]x",
                        "[a.test]",
                        "[1:2]",
                        "[:::]",
                        "http://a.test",
                        "a.test#b",
                        "a.test?b",
                        "a.test\\b",
                        "a.test\u00a0",
                        "\"a.test\"",
                        "<a.test>",
                        ":80")
                .map(host -> GET + "Host: " + host + "\r\n\r\n");
    }

    private static Stream<String> codings() {
        return Stream.of(
                        "identity, chunked",
                        "chunked, identity",
                        "gzip, chunked",
                        "chunked;q=1",
                        "chunked,",
                        ", chunked",
                        "chunked\u000c",
                        "chun ked",
                        "Chunked, Chunked",
                        "chunked\t, identity")
                .map(coding -> POST + "Transfer-Encoding: " + coding + "\r\n" + LAST_CHUNK);
    }

    private static Stream<String> chunks() {
        return Stream.of(
                        "+1\r\na\r\n",
                        "0x1\r\na\r\n",
                        "1\0\r\na\r\n",
                        "1\r\naa\r\n",
                        "1\r\na\r\n-0\r\n",
                        "1;\r\na\r\n",
                        "1;a=\r\na\r\n",
                        "1;a=b c\r\na\r\n",
                        "1;a=\"b\r\na\r\n",
                        "1;a[]\r\na\r\n",
                        "1\r\na\r\n0;;\r\n\r\n",
                        "1\r\na\r\n0\r\nX Y: z\r\n\r\n",
                        "1\r\na\r\n0\r\n X: z\r\n\r\n",
                        "1\r\na\r\n0\r\nHost: b.test\r\n\r\n",
                        "1\r\na\r\n0\r\n" + "A: b\r\n".repeat(129))
                .map(chunks -> POST + "Transfer-Encoding: chunked\r\n\r\n" + chunks + LAST_CHUNK);
    }

    private static Stream<String> connections() {
        return Stream.of(
                        "Expect",
                        "Content-Range",
                        "Content-Language",
                        "Set-Cookie",
                        "Via",
                        "Forwarded",
                        "X-Forwarded-Host",
                        "X-Forwarded-For",
                        "ETag",
                        "Age",
                        "Max-Forwards",
                        "Idempotency-Key",
                        "Accept-Charset",
                        "\tCookie\t",
                        "close,,cookie")
                .map(named -> GET + HOST + "Connection: " + named + "\r\n\r\n");
    }

    private static Stream<String> lines() {
        return Stream.of(
                "GET /PATH#fragment HTTP/1.1\r\n" + HOST + "\r\n",
                "GET # HTTP/1.1\r\n" + HOST + "\r\n",
                "GET ?a=b HTTP/1.1\r\n" + HOST + "\r\n",
                "GET //PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "POST * HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http:/PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http:PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http://a.test:99999/ HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http://a.test,b.test/ HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http://a.test//PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http://a.test%00/ HTTP/1.1\r\n" + HOST + "\r\n",
                "GET http://a.test/PATH HTTP/1.1\r\n\r\n",
                "GET http://a.test/PATH HTTP/1.1\r\nHost:\r\n\r\n",
                "GET http://a.test/PATH HTTP/1.1\r\nHost: a test\r\n\r\n",
                "GET /PATH Http/1.1\r\n" + HOST + "\r\n",
                "GET /PATH HTTP/01.1\r\n" + HOST + "\r\n",
                "GET /PATH HTTP/1.1\0\r\n" + HOST + "\r\n",
                "GET\0 /PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET\r /PATH HTTP/1.1\r\n" + HOST + "\r\n",
                "GET /PATH\u000b HTTP/1.1\r\n" + HOST + "\r\n",
                "GET /PATH HTTP/1.1\r\r\n" + HOST + "\r\n",
                GET + HOST + "X-A\t: b\r\n\r\n",
                GET + HOST + "X-A: b\u000bc\r\n\r\n",
                GET + HOST + "X\"A: b\r\n\r\n",
                GET + HOST + "\tX-A: b\r\n\r\n",
                GET + HOST + "X-A: b\r\n\tc\r\n\r\n",
                GET + HOST + "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n12345678",
                GET + HOST + "Content-Length: 0, 0\r\n\r\n",
                GET + HOST + "Content-Length: 1e1\r\n\r\n",
                GET + HOST + "Content-Length: 9223372036854775808\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    @Tag("hardening-P4")
    @Tag("hardening-S")
    void rejectsMalformedRequestWithoutForwardingIt(String request) {
        int before = STAGE.origin().received().size();
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response =
                    client.send(request.replace("/PATH", path)).read();
            assertThat(response.status()).as("%s: %s", request, response).isEqualTo(400);
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        assertThat(STAGE.origin().received()).hasSize(before);
    }

    /** RFC 9112 2.2: "SHOULD ignore at least one empty line (CRLF) received prior to the request-line". */
    @Test
    void ignoresEmptyLinesBeforeRequest() {
        STAGE.origin().on(path, ResponseScript.ok("reached", "Cache-Control", "max-age=60"));
        try (RawClient client = STAGE.gateway().connect()) {
            for (String request : List.of("\r\n" + GET, GET, "\r\n\r\n" + GET)) {
                client.send((request + HOST + "\r\n").replace("/PATH", path));
                assertThat(client.read().content()).isEqualTo("reached");
            }
        }
    }

    /** RFC 9112 7.1.1: "A recipient MUST ignore unrecognized chunk extensions". */
    @ParameterizedTest
    @ValueSource(strings = {"1;a", "1;a=b", "1 ;a ;c", "1;a=\"b; \\\"c\"", "1\t;a=\"\" ;b", "0000000000000001"})
    void ignoresChunkExtensions(String line) {
        STAGE.origin().on(path, request -> ResponseScript.ok("got " + request.body(), "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(POST.replace("/PATH", path) + "Transfer-Encoding: chunked\r\n\r\n");
            client.send(line + "\r\na\r\n0" + line.substring(line.indexOf('1') + 1) + "\r\nX: y\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("got a");
            assertThat(client.request("GET", path).read().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/2.0", "HTTP/0.9", "HTTP/3.0"})
    @Tag("hardening-S")
    void rejectsOtherMajorHttpVersions(String version) {
        STAGE.gateway().expect(505);
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response = client.send("GET " + path + " " + version + "\r\n" + HOST + "\r\n")
                    .read();
            assertThat(response.status()).isIn(400, 505);
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    @Tag("hardening-S")
    void rejectsUnknownExpectation() {
        ReceivedResponse response = STAGE.get(path, "Expect", "200-ok");
        assertThat(response.status()).isEqualTo(417);
        assertThat(response.field("Connection")).isEqualToIgnoringCase("close");
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    void rejectsOverlongMethod() {
        STAGE.gateway().expect(501);
        assertThat(STAGE.gateway().ask("A".repeat(65), path).status()).isEqualTo(501);
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    @Tag("hardening-S")
    void rejectsOptionsWithAsteriskTarget() {
        STAGE.gateway().expect(501);
        assertThat(STAGE.gateway().ask("OPTIONS", "*").status()).isEqualTo(501);
    }

    /** A trailer that frames or routes would be a header to whoever merges them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5",
                "Transfer-Encoding: chunked",
                "Host: evil.test",
                "Authorization: evil",
                "X-Forwarded-Host: evil.test",
                "Connection: close\r\nCookie: evil"
            })
    @Tag("hardening-S")
    void trailerNeverAffectsFramingOrRouting(String trailer) {
        String next = UniquePath.next();
        STAGE.origin().on(path, request -> ResponseScript.ok("first " + request.body(), "Cache-Control", "no-store"));
        STAGE.origin().on(next, ResponseScript.ok("second", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(POST.replace("/PATH", path) + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n" + trailer
                    + "\r\n\r\n");
            ReceivedResponse first = client.read();
            if (first.status() == 200) {
                assertThat(first.content()).isEqualTo("first hello");
                assertThat(client.request("GET", next).read().content()).isEqualTo("second");
            }
            assertThat(first.status()).isIn(200, 400);
        }
        assertThat(STAGE.origin().received(path))
                .noneMatch(request -> request.toString().contains("evil"));
    }
}
