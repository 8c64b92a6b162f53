package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate answers malformed heads itself, in order, and ends the connection. */
class RequestPolicyHandlerTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        ClientPipeline.addTo(channel);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @Test
    void answersMalformedHeadWithProblemDetailAndCloses() {
        receive("GET /a/../b HTTP/1.1\r\nHost: h\r\n\r\n");

        assertThat(sent())
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("application/problem+json", "connection: close", "\"status\":400");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void answersMalformedHeadOnlyAfterEarlierRequests() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /.. HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(sent()).isEmpty();

        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT);
        channel.writeOutbound(response);

        assertThat(sent()).startsWith("HTTP/1.1 204").contains("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    /** The server behind must see no request that ends the connection: it would not answer it behind others. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /b HTTP/1.1\r\nHost: h\r\nConnection: close", "GET /b HTTP/1.0\r\nHost: h"})
    void closesConnectionAfterAnsweringRequestThatAsksForClose(String last) {
        String other = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
        receive(other + last + "\r\n\r\n" + other);
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).startsWith("HTTP/1.1 204").doesNotContain("close");
        assertThat(channel.isOpen()).isTrue();
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).contains("connection: close");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.inboundMessages().stream().filter(HttpRequest.class::isInstance))
                .hasSize(2)
                .allMatch(request -> HttpUtil.isKeepAlive((HttpRequest) request));
    }

    /** RFC 9110 7.6.1: what is listed beside it is for this connection alone, and whoever removes it must still find the list. */
    @Test
    void removesOnlyCloseFromConnectionOptions() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\nConnection: X-Hop, Close\r\nConnection: y\r\nX-Hop: 1\r\n\r\n");
        HttpRequest request = channel.readInbound();
        assertThat(request.headers().getAll("Connection")).containsExactly("X-Hop, y");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusesControlCharacterHoweverReadsAreSplit(boolean whole) {
        String request = "TRACE /a\0b HTTP/1.1\r\n\r\n";
        if (whole) {
            receive(request);
        } else {
            receiveOctets(request);
        }
        assertThat(sent()).startsWith("HTTP/1.1 400").contains("not valid HTTP/1.1");
    }

    /** RFC 9110 6.2. The end of the connection, which HTTP/1.0 implies, has to be stated then. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void answersHttp10RequestWithHttp11AndConnectionClose(String field) {
        receive("GET /a HTTP/1.0\r\nHost: h\r\n" + field + "\r\n");
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_0, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).startsWith("HTTP/1.1 204").contains("connection: close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /x HTTP/1.1\r\nHost: h:\r\n\r\n", "GET http://h:/x HTTP/1.1\r\nHost: i\r\n\r\n"})
    void removesEmptyPortFromHost(String head) {
        receive(head);
        HttpRequest request = channel.readInbound();
        assertThat(request.headers().getAll("Host")).containsExactly("h");
    }

    /** RFC 9112 6.3: the next one on a connection would be read from the wrong octet on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2; Content-Length: 3",
                "Content-Length: 2; Transfer-Encoding: chunked",
                "Content-Length: 3, 4",
                "Content-Length: +3",
                "Content-Length: x",
                "Content-Length: "
            })
    @Tag("hardening-S")
    void replacesResponseWithoutDefiniteLengthWith500(String fields) {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        for (String field : fields.split("; ")) {
            response.headers().add(field.substring(0, field.indexOf(':')), field.substring(field.indexOf(' ') + 1));
        }
        channel.write(response);
        channel.writeAndFlush(new DefaultLastHttpContent(Unpooled.copiedBuffer("abc", StandardCharsets.US_ASCII)));
        assertThat(sent())
                .startsWith("HTTP/1.1 500")
                .contains("connection: close")
                .doesNotContain("abc", "length: 2");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void writesRepeatedEqualContentLengthOnce() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().add("Content-Length", "0").add("Content-Length", "0");
        channel.writeOutbound(response);
        assertThat(sent()).containsOnlyOnce("ength: 0");
    }

    /** What is wrong with chunks that are there already is seen before anybody has acted on the head. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x1\r\na\r\n",
                "1\r\na\r\n+1\r\n",
                "1;;\r\na\r\n",
                "1;a b\r\na\r\n",
                "1\r\na\r\n0;=b\r\n\r\n",
                "1\r\na\r\n0\r\nX Y: z\r\n\r\n",
                "1\r\na\r\n0\r\nX: y\r\n z\r\n\r\n",
                "1\r\na\r\n0\r\n X: y\r\n\r\n",
                "1\r\na\r\n0\r\nContent-length: 1\r\n\r\n",
                "1\r\na\r\n0\r\n\rX",
                "1\r\na\n",
                "1\r\naX",
                "1\n",
                "G"
            })
    void refusesHeadWhoseChunksInSameReadAreMalformed(String chunks) {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
        assertThat(channel.inboundMessages()).isEmpty();
        assertThat(sent()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void forwardsHeadAndChunksInOrder() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
        assertThat(channel.<Object>readInbound()).isInstanceOf(HttpRequest.class);
        assertThat(received()).isEqualTo("a");
        receive("1\r\nb\r\n");
        assertThat(received()).isEqualTo("b");
        receive("0\r\n\r\n");
        assertThat(channel.<Object>readInbound()).isInstanceOf(LastHttpContent.class);
    }

    @Test
    void answersBadChunksOnlyAfterEarlierRequests() {
        String fields = " HTTP/1.1\r\nHost: h\r\n";
        String chunked = "Transfer-Encoding: chunked\r\n\r\nx\r\n";
        receive("GET /a" + fields + "\r\nPOST /b" + fields + chunked);
        assertThat(sent()).isEmpty();
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).startsWith("HTTP/1.1 204").contains("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void refusesTooManyTrailers() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + "A: b\r\n".repeat(129)
                + "\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 400");
    }

    @Test
    void turnsAbsoluteFormIntoOriginForm() {
        receive("GET http://other:81/x?y HTTP/1.1\r\nHost: h\r\n\r\n");
        HttpRequest request = channel.readInbound();
        assertThat(request.uri()).isEqualTo("/x?y");
        assertThat(request.headers().getAll("Host")).containsExactly("other:81");
    }

    @Test
    void answersMalformedChunkSizeWith400AndCloses() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void refusesAbsoluteFormWithTwoHostFields() {
        receive("GET http://h/x HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET  /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "POST /a HTTP/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "POST /a HTTP/1.0\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\na",
                "\rGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "\r\n\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "\r\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET\t/a HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /a\r HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET\u000b /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /a\f HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /a  HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /a http/1.1\r\nHost: h\r\n\r\n",
                "GET /a Http/1.1\r\nHost: h\r\n\r\n",
                "GET http://h/a HTTP/1.1\r\n\r\n",
                "GET http://h\u0001/a HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET http://h/a HTTP/1.1\r\nHost: \r\n\r\n",
                "GET http://h/a HTTP/1.1\r\nHost: h h\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n",
                "\r\nGET /a HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n",
                "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            })
    void refusesMalformedRequestsThatNettyWouldAccept(String request) {
        receive(request);
        assertThat(sent()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    /** RFC 9112 2.2: "a server that is expecting to receive and parse a request-line SHOULD ignore at least one empty line". */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void ignoresEmptyLinesBeforeRequest(int lines) {
        receiveOctets("\r\n".repeat(lines) + "GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(channel.<HttpRequest>readInbound().uri()).isEqualTo("/a");
    }

    /** Where a read ends says nothing of what is malformed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\rGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "\r\n\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /a HTTP/1.1\r\nHost: h\r\nX: a\r\n b",
                "GET /a HTTP/1.1\r\nHost: h\r\nX: a\rb",
                "GET /a HTTP/1.1\r\nHost: h\r\n\0",
                "GET /a\u0001"
            })
    @Tag("hardening-S")
    void refusesMalformedHeadBeforeItIsComplete(String beginning) {
        receiveOctets(beginning);
        assertThat(sent()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.inboundMessages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1;;",
                "1;a=\"\u0001",
                "1 \r",
                "2\r\nabc",
                "1\r\na\rb",
                "1;a\n",
                "0\r\n\t",
                "0\r\nA: b\r\n c",
                "0\r\n\rX",
                "0\r\nA: b\rc",
                "0\r\nhost: h\r\n"
            })
    @Tag("hardening-S")
    void refusesMalformedChunksBeforeTheyAreComplete(String beginning) {
        receiveOctets("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + beginning);
        assertThat(sent()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.inboundMessages()).noneMatch(LastHttpContent.class::isInstance);
    }

    @Test
    void parsesWellFormedRequestsReadOneByteAtATime() {
        receiveOctets("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;a;b = \"c;\\\"\"\t; d=e\r\n\r\n \r\n0A\r\n0123456789\r\n000;x\r\nA: b\r\nC:\r\n\r\n"
                + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n\r\rX "
                + "\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n");
        var uris = new StringBuilder();
        var content = new StringBuilder();
        for (Object part = channel.readInbound(); part != null; part = channel.readInbound()) {
            if (part instanceof HttpRequest request) {
                uris.append(request.uri());
            } else if (part instanceof HttpContent piece) {
                content.append(piece.content().toString(StandardCharsets.US_ASCII));
                piece.release();
            }
        }
        assertThat(uris).hasToString("/a/b/c");
        assertThat(content).hasToString("\r\n 0123456789\r\rX ");
        assertThat(sent()).isEmpty();
    }

    /** What nobody understands may be no flood either. */
    @Test
    void refusesExcessiveChunkExtensions() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1;a=bcdefgh\r\nx\r\n".repeat(4_000));
        assertThat(sent()).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1\r\nx\r\n", "00000000000000a;abcdefghijkl=mnop\r\n0123456789\r\n"})
    void doesNotLimitNumberOfChunks(String chunk) {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(20_000)
                + "0\r\n\r\n");
        assertThat(sent()).isEmpty();
        assertThat(channel.inboundMessages()).hasSize(20_002);
    }

    @Test
    void refusesFoldedFieldInLaterRequestOfSameRead() {
        receive(
                "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n\n b\nGET /b HTTP/1.1\r\nHost: h\r\nX: a\r\n\tb\r\n\r\n");
        HttpRequest first = channel.readInbound();
        assertThat(first.decoderResult().isSuccess()).isTrue();
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).startsWith("HTTP/1.1 204").contains("HTTP/1.1 400");
    }

    @Test
    void answersLateHeadWith408AndCloses() {
        receive("GET /a HTTP/1.1\r\nHo");
        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).startsWith("HTTP/1.1 408");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void completeHeadHasNoDeadlineWhileAnswerIsPending() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).isEmpty();
        assertThat(channel.isOpen()).isTrue();
    }

    private void receive(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
    }

    private void receiveOctets(String bytes) {
        for (int i = 0; i < bytes.length() && channel.isOpen(); i++) {
            receive(bytes.substring(i, i + 1));
        }
    }

    private String received() {
        HttpContent content = channel.readInbound();
        String text = content.content().toString(StandardCharsets.US_ASCII);
        content.release();
        return text;
    }

    private String sent() {
        return SentOctets.by(channel);
    }
}
