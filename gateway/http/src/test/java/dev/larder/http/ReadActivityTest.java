package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.ReadTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deadlines of a client count while something is read from it, and not while nobody reads. */
class ReadActivityTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final String BEGINNING = "GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHo";

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel.config().setAutoRead(false);
        channel.freezeTime();
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(new HttpDecoderConfig(), encoder);
        var deadline = new HeadDeadline(DEADLINE, decoder);
        channel.pipeline().addLast(deadline, decoder, encoder, new RequestPolicyHandler(deadline, encoder, DEADLINE));
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @Test
    void incompleteHeadDoesNotTimeOutWhileReadingIsPaused() {
        receive(BEGINNING);
        answer();
        pass(DEADLINE.multipliedBy(3));
        assertThat(sent()).isEmpty();

        channel.read();
        receive("st: h\r\n\r\n");
        channel.read();
        pass(DEADLINE.multipliedBy(3));
        assertThat(sent()).isEmpty();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void headDeadlineStartsWhenReadingResumes() {
        receive(BEGINNING);
        answer();
        pass(DEADLINE.multipliedBy(3));
        channel.read();
        pass(DEADLINE.minusMillis(1));
        assertThat(sent()).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(sent()).startsWith("HTTP/1.1 408");
    }

    @Test
    void readingHeadPieceByPieceDoesNotExtendItsDeadline() {
        receive(BEGINNING);
        answer();
        channel.read();
        pass(DEADLINE.minusMillis(1));
        receive("st: ");
        channel.read();
        pass(Duration.ofMillis(1));
        assertThat(sent()).startsWith("HTTP/1.1 408");
    }

    @Test
    void contentDoesNotTimeOutWhileReadingIsPaused() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n12");
        pass(DEADLINE.multipliedBy(3));
        assertThat(channel.isOpen()).isTrue();

        channel.read();
        pass(DEADLINE.minusMillis(1));
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void missingContentTimesOutAfterReadingResumes() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n12");
        pass(DEADLINE.multipliedBy(3));
        channel.read();
        pass(DEADLINE);
        assertThatThrownBy(channel::checkException).isInstanceOf(ReadTimeoutException.class);
        assertThat(channel.isOpen()).isFalse();
    }

    /** As TLS, and what tells HTTP/2 from HTTP/1.1, do: they read on by themselves while they have nothing whole. */
    @Test
    void readCompleteWithoutDataDoesNotStopHeadDeadline() {
        receive("GET /a HT");
        channel.read();
        channel.pipeline().fireChannelReadComplete();
        pass(DEADLINE);
        assertThat(sent()).startsWith("HTTP/1.1 408");
    }

    /** As it is where TLS has been agreed upon. */
    @Test
    void headDeadlineAppliesToConnectionThatIsAlreadyActive() {
        pass(DEADLINE);
        assertThat(sent()).startsWith("HTTP/1.1 408");
    }

    @Test
    void readCompleteWithoutDataDoesNotStopContentDeadline() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n12");
        channel.read();
        channel.pipeline().fireChannelReadComplete();
        pass(DEADLINE);
        assertThatThrownBy(channel::checkException).isInstanceOf(ReadTimeoutException.class);
    }

    private void receive(String octets) {
        channel.writeInbound(Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII));
    }

    private void answer() {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        assertThat(sent()).startsWith("HTTP/1.1 204");
    }

    private void pass(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
        channel.runScheduledPendingTasks();
    }

    private String sent() {
        return SentOctets.by(channel);
    }
}
