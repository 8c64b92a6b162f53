package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway adds to the heads of the requests that it forwards, and what it does not. */
class ForwardedHeadTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    /** RFC 9110 7.6.3: "An HTTP-to-HTTP gateway MUST send an appropriate Via header field in each inbound request message". */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "OPTIONS"})
    void viaNamesTheGateway(String method) {
        assertThat(forwarded(method).all("Via")).containsExactly("1.1 larder");
    }

    @Test
    void viaIsAppendedAfterEarlierViaEntries() {
        assertThat(forwarded("GET", "Via", "1.0 fred, 1.1 p.example.net").all("Via"))
                .containsExactly("1.0 fred, 1.1 p.example.net", "1.1 larder");
    }

    /** The protocol is that of the request as the gateway received it. */
    @Test
    void viaHasTheProtocolOfTheClient() {
        STAGE.origin().on(path, ResponseScript.ok("x"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
        assertThat(received().all("Via")).containsExactly("1.0 larder");
    }

    /** RFC 9110 6.2: a server "MUST NOT send a version to which it is not conformant", whatever it has received. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.2", "HTTP/1.9"})
    void answersLaterMinorVersionWithHttp11(String version) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        for (int fetchedAndStored = 0; fetchedAndStored < 2; fetchedAndStored++) {
            try (RawClient client = STAGE.gateway().connect()) {
                client.send("GET " + path + " " + version + "\r\nHost: localhost\r\n\r\n");
                assertThat(client.bytes("HTTP/1.1 200".length())).isEqualTo("HTTP/1.1 200");
            }
        }
    }

    @Test
    void validationRequestHasViaAndCondition() {
        STAGE.origin().on(path, ResponseScript.ok("x", "ETag", "\"1\"", "Cache-Control", "no-cache"));
        STAGE.get(path);
        STAGE.get(path);
        assertThat(STAGE.origin().received(path).get(1).fields().get("If-None-Match"))
                .isEqualTo("\"1\"");
        assertThat(STAGE.origin().received(path).get(1).fields().all("Via")).containsExactly("1.1 larder");
    }

    /** An origin that does not read chunks would take the last one for the beginning of its next request. */
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "FOO"})
    void requestWithoutContentIsForwardedWithoutContent(String method) {
        RawFields fields = forwarded(method);
        assertThat(fields.has("Transfer-Encoding")).isFalse();
        assertThat(fields.all("Content-Length")).isSubsetOf("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void getAndHeadAreForwardedWithoutLengthOrCoding(String method) {
        assertThat(forwarded(method).has("Content-Length")).isFalse();
        assertThat(received().has("Transfer-Encoding")).isFalse();
    }

    @Test
    void chunkedRequestIsForwardedChunked() {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body()));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, RawFields.of("Transfer-Encoding", "chunked"))
                    + "3\r\nabc\r\n0\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("abc");
        }
        assertThat(received().get("Transfer-Encoding")).isEqualTo("chunked");
        assertThat(received().has("Content-Length")).isFalse();
    }

    /** RFC 9110 7.6.2: every intermediary "MUST check and update its value prior to forwarding the request". */
    @ParameterizedTest
    @CsvSource({"1, 0", "10, 9", "007, 6", "99999999999999999999, 2147483646", "x, x"})
    @Tag("hardening-M")
    void maxForwardsOfOptionsIsDecremented(String received, String forwarded) {
        assertThat(forwarded("OPTIONS", "Max-Forwards", received).all("Max-Forwards"))
                .containsExactly(forwarded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void maxForwardsOfOtherMethodsIsUnchanged(String method) {
        assertThat(forwarded(method, "Max-Forwards", "0").all("Max-Forwards")).containsExactly("0");
    }

    /** "If the received value is zero (0), the intermediary MUST NOT forward the request". */
    @ParameterizedTest
    @ValueSource(strings = {"0", "000"})
    @Tag("hardening-M")
    void optionsWithMaxForwardsZeroIsAnsweredByGateway(String left) {
        STAGE.origin().on(path, ResponseScript.ok("x"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("OPTIONS", path, RawFields.of("Max-Forwards", left)));
            assertThat(client.read("OPTIONS").status()).isEqualTo(204);
            client.send(RawClient.head("GET", path, RawFields.of()));
            assertThat(client.read().status()).isEqualTo(200);
        }
        assertThat(STAGE.origin().received(path)).hasSize(1);
    }

    private RawFields forwarded(String method, String... fields) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head(method, path, RawFields.of(fields)));
            assertThat(client.read(method).status()).isEqualTo(200);
        }
        return received();
    }

    private RawFields received() {
        return STAGE.origin().received(path).get(0).fields();
    }
}
