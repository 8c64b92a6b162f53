package dev.larder.compare.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.compare.server.MinimalNettyServer;
import dev.larder.compare.server.NettyServer;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopGeneratorTest {

    @Test
    void allRequestsThatBecomeDueAreSentAndAnswered() throws InterruptedException {
        try (var server = MinimalNettyServer.start(0, 100)) {
            var outcome = OpenLoopGenerator.run(new OpenLoopGenerator.Order(server.port(), "/item", 1000, 4, 0.5, ""));

            assertThat(outcome.requests()).isEqualTo(500);
            assertThat(outcome.errors()).isZero();
            assertThat(outcome.p50()).isPositive().isLessThanOrEqualTo(outcome.p99());
        }
    }

    @Test
    void pathEndingWithSlashGetsUniqueSuffixPerRequest() throws InterruptedException {
        assertThat(requests("/unique/", ""))
                .extracting(HttpRequest::uri)
                .hasSize(100)
                .doesNotHaveDuplicates()
                .allMatch(path -> path.startsWith("/unique/"));
    }

    @Test
    void sendsAuthorizationOnlyIfConfigured() throws InterruptedException {
        assertThat(requests("/item", "Bearer a"))
                .hasSize(100)
                .allMatch(request -> request.headers().contains(HttpHeaderNames.AUTHORIZATION, "Bearer a", false));
        assertThat(requests("/item", ""))
                .noneMatch(request -> request.headers().contains(HttpHeaderNames.AUTHORIZATION));
    }

    /** What a server gets of an order for a hundred. */
    private static Queue<HttpRequest> requests(String path, String authorization) throws InterruptedException {
        var requests = new ConcurrentLinkedQueue<HttpRequest>();
        try (var server = NettyServer.start(0, () -> new RecordingAnswers(requests))) {
            OpenLoopGenerator.run(new OpenLoopGenerator.Order(server.port(), path, 1000, 4, 0.1, authorization));
        }
        return requests;
    }

    private static final class RecordingAnswers extends ChannelInboundHandlerAdapter {

        private final Queue<HttpRequest> requests;

        RecordingAnswers(Queue<HttpRequest> requests) {
            this.requests = requests;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                requests.add(request);
                var answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
                context.writeAndFlush(answer);
            }
            ReferenceCountUtil.release(message);
        }
    }

    @Test
    void printedResultParsesBack() {
        var histogram = new Histogram(3);
        histogram.recordValue(12_000);
        histogram.recordValue(48_000);
        var outcome = FixedRateResult.of(histogram, 7);

        assertThat(FixedRateResult.parse(List.of("something else", outcome.line())))
                .isEqualTo(outcome);
    }
}
