package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2FrameTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9113 5.1.1: a client that begins a stream below one that it has begun breaks the order. */
class StreamOrderTest {

    private final StreamOrder order = new StreamOrder();

    @ParameterizedTest
    @CsvSource({
        "'1 3 5', false",
        "'1 3 3 1', false",
        "'1 5 9 13', false",
        "'5 3', true",
        "'1 7 5', true",
        "'1 7 3', true",
        "'1 7 1 7', false"
    })
    void headersOnSkippedStreamBreakOrder(String streams, boolean broken) {
        for (String stream : streams.split(" ")) {
            order.received(Http2FrameTypes.HEADERS, Integer.parseInt(stream));
        }
        assertThat(order.isBroken()).isEqualTo(broken);
    }

    @Test
    void priorityAndResetOnSkippedStreamKeepOrder() {
        order.received(Http2FrameTypes.HEADERS, 5);
        order.received(Http2FrameTypes.PRIORITY, 3);
        order.received(Http2FrameTypes.RST_STREAM, 3);

        assertThat(order.isBroken()).isFalse();
    }

    @Test
    void remembersOnlyLatestSkippedStreams() {
        for (int stream = 5; stream < 1_000; stream += 4) {
            order.received(Http2FrameTypes.HEADERS, stream);
        }
        order.received(Http2FrameTypes.HEADERS, 3);
        assertThat(order.isBroken()).isFalse();

        order.received(Http2FrameTypes.HEADERS, 995);
        assertThat(order.isBroken()).isTrue();
    }
}
