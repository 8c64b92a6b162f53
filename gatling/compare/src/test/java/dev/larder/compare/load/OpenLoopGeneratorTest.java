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
            var outcome = OpenLoopGenerator.run(new OpenLoopGenerator.Order(server.port(), "/item", 1000, 4, 0.5));

            assertThat(outcome.requests()).isEqualTo(500);
            assertThat(outcome.errors()).isZero();
            assertThat(outcome.p50()).isPositive().isLessThanOrEqualTo(outcome.p99());
        }
    }

    @Test
    void aPathThatEndsWithASlashIsAnotherForEachRequest() throws InterruptedException {
        var paths = new ConcurrentLinkedQueue<String>();
        try (var server = NettyServer.start(0, () -> new RecordingAnswers(paths))) {
            OpenLoopGenerator.run(new OpenLoopGenerator.Order(server.port(), "/unique/", 1000, 4, 0.1));
        }

        assertThat(paths).hasSize(100).doesNotHaveDuplicates().allMatch(path -> path.startsWith("/unique/"));
    }

    private static final class RecordingAnswers extends ChannelInboundHandlerAdapter {

        private final Queue<String> paths;

        RecordingAnswers(Queue<String> paths) {
            this.paths = paths;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                paths.add(request.uri());
                var answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
                context.writeAndFlush(answer);
            }
            ReferenceCountUtil.release(message);
        }
    }

    @Test
    void whatIsPrintedIsWhatIsRead() {
        var histogram = new Histogram(3);
        histogram.recordValue(12_000);
        histogram.recordValue(48_000);
        var outcome = FixedRateResult.of(histogram, 7);

        assertThat(FixedRateResult.parse(List.of("something else", outcome.line())))
                .isEqualTo(outcome);
    }
}
