package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 3 and 6, RFC 9110 7.2 and 7.6.1: which request heads a shared cache may act on. */
class RequestHeadPolicyTest {

    @Test
    void letsAnOrdinaryHeadThrough() {
        assertThat(RequestHeadPolicy.refusal(get("/a"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a,b", "a/b", "a@b:c", "[::1", "h:123456", "h:x", "a#b"})
    void refusesAnInvalidHost(String host) {
        assertThat(status(with("Host", host))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h", "h:80", "H.example.", "127.0.0.1:8080", "[::1]:80", "a_b.c"})
    void letsAValidHostThrough(String host) {
        assertThat(RequestHeadPolicy.refusal(with("Host", host))).isEmpty();
    }

    @Test
    void refusesRequestsWithTwoHostsOrNone() {
        HttpRequest two = get("/a");
        two.headers().add("Host", "h");
        HttpRequest none = get("/a");
        none.headers().remove("Host");

        assertThat(status(two)).isEqualTo(400);
        assertThat(status(none)).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"CONNECT,405", "TRACE,405"})
    void refusesConnectAndTraceMethods(String method, int status) {
        assertThat(status(request(method, "/a"))).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip, chunked", "chunked, chunked", "xchunked", ""})
    void refusesTransferEncodingOtherThanSingleChunked(String coding) {
        assertThat(status(with("Transfer-Encoding", coding))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "close, Authorization", "cookie", "keep-alive,Cache-Control", "Transfer-Encoding"})
    void refusesConnectionOptionsThatNameEssentialFields(String options) {
        assertThat(status(with("Connection", options))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", ",\"x\"", "close;q=1", "x=y", "close, @", "\u00e9", "(a)"})
    void refusesConnectionOptionsThatAreNoTokens(String options) {
        assertThat(status(with("Connection", options))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "close,", ", x-hop ,\tclose", "Upgrade, HTTP2-Settings"})
    void acceptsWellFormedConnectionOptions(String options) {
        assertThat(RequestHeadPolicy.refusal(with("Connection", options))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "100-continue,",
        "100-CONTINUE,",
        "'100-continue, 100-continue',",
        "'',",
        "200-ok,417",
        "'100-continue, x',417"
    })
    void refusesExpectationsOtherThan100Continue(String expectation, @Nullable Integer status) {
        HttpRequest request = get("/a");
        request.headers().set("Expect", expectation);
        assertThat(RequestHeadPolicy.refusal(request)
                        .map(refusal -> refusal.status().code()))
                .isEqualTo(Optional.ofNullable(status));
    }

    /** Netty takes eight octets behind such a head for its content. */
    @Test
    void refusesHandshakeOfObsoleteWebSocketDraft() {
        HttpRequest request = get("/a");
        request.headers().set("Sec-WebSocket-Key1", "1").set("Sec-WebSocket-Key2", "2");
        assertThat(status(request)).isEqualTo(400);
    }

    @Test
    void mapsDecoderFailuresTo414And431And400() {
        assertThat(status(broken(new TooLongHttpLineException("x")))).isEqualTo(414);
        assertThat(status(broken(new TooLongHttpHeaderException("x")))).isEqualTo(431);
        assertThat(status(broken(new IllegalArgumentException("x")))).isEqualTo(400);
    }

    @Test
    void boundsTheNumberOfFields() {
        HttpRequest request = get("/a");
        for (int i = 0; i < RequestHeadPolicy.MAX_FIELDS; i++) {
            request.headers().add("X-" + i, "v");
        }
        assertThat(status(request)).isEqualTo(431);
    }

    private static HttpRequest broken(Throwable cause) {
        HttpRequest request = get("/a");
        request.setDecoderResult(DecoderResult.failure(cause));
        return request;
    }

    private static int status(HttpRequest request) {
        return RequestHeadPolicy.refusal(request).orElseThrow().status().code();
    }

    private static HttpRequest with(String name, String value) {
        HttpRequest request = get("/a");
        request.headers().set(name, value);
        return request;
    }

    private static HttpRequest get(String target) {
        return request("GET", target);
    }

    private static HttpRequest request(String method, String target) {
        var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), target);
        request.headers().set("Host", "h");
        return request;
    }
}
