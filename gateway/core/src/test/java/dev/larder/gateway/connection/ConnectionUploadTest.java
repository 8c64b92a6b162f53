package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.BaseSubscriber;

/** Content that arrives after its head belongs to its request, and is read no faster than it is taken. */
class ConnectionUploadTest {

    private static final String LONG = "100000";

    private final List<Upload> uploads = new ArrayList<>();
    private final List<String> served = new ArrayList<>();
    private final List<ByteBuf> parts = new ArrayList<>();
    private boolean refused;
    private boolean endsEarly;
    private boolean unread;
    private boolean faulty;
    private int reads;
    private final EmbeddedChannel channel = new EmbeddedChannel(
            new Reads(), new ConnectionExchangeHandler(new Exchanges(), new ServerListener(80, "http")));

    /** Counts what is read on demand. */
    private final class Reads extends ChannelOutboundHandlerAdapter {

        @Override
        public void read(ChannelHandlerContext ctx) {
            reads++;
            ctx.read();
        }
    }

    /** An exchange whose content a test takes piece by piece. */
    private final class Upload extends BaseSubscriber<DataBuffer> implements ConnectionTask {

        private final String target;
        private final @Nullable ConnectionContent arriving;
        private final Completion completion;
        private final StringBuilder content = new StringBuilder();
        private @Nullable Throwable error;
        private boolean left;
        private boolean enough;

        Upload(String target, @Nullable ConnectionContent arriving, Completion completion) {
            this.target = target;
            this.arriving = arriving;
            this.completion = completion;
        }

        @Override
        public void begin() {
            if (arriving != null) {
                arriving.subscribe(this);
                if (enough) {
                    request(1);
                }
            }
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {}

        @Override
        protected void hookOnNext(DataBuffer piece) {
            content.append(piece.toString(StandardCharsets.US_ASCII));
            DataBufferUtils.release(piece);
            if (faulty) {
                throw new OutOfMemoryError("No direct memory is left.");
            }
            if (enough) {
                completion.complete(false);
            }
        }

        @Override
        protected void hookOnComplete() {
            content.append('.');
        }

        @Override
        protected void hookOnError(Throwable failure) {
            error = failure;
        }

        @Override
        public void ended() {
            cancel();
        }

        @Override
        public void clientLeft() {
            left = true;
            cancel();
        }

        @Override
        public void clientWritable() {}
    }

    private final class Exchanges implements ConnectionTask.Factory {

        @Override
        public boolean isPlain(HttpRequest request) {
            return RequestContentPolicy.isPlain(request);
        }

        @Override
        public @Nullable ConnectionTask prepare(
                HttpRequest request,
                ByteBuf content,
                @Nullable ConnectionContent arriving,
                ChannelHandlerContext client,
                ServerListener listener,
                ConnectionTask.Completion completion) {
            content.release();
            if (refused) {
                return null;
            }
            var upload = new Upload(request.uri(), unread ? null : arriving, completion);
            upload.enough = endsEarly;
            uploads.add(upload);
            return upload;
        }

        @Override
        public void release() {}
    }

    @AfterEach
    void nothingLeaks() {
        channel.finishAndReleaseAll();
        assertThat(parts).allMatch(part -> part.refCnt() == 0);
    }

    private static HttpRequest head(String method, String target, String field, String value) {
        var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), target);
        head.headers().set(field, value);
        return head;
    }

    private static HttpRequest head() {
        return head("POST", "/a", "Content-Length", "3");
    }

    private HttpContent part(String octets) {
        ByteBuf part = Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII);
        parts.add(part);
        return new DefaultHttpContent(part);
    }

    private LastHttpContent last(String octets) {
        return new DefaultLastHttpContent(part(octets).content());
    }

    private void arrive(Object... messages) {
        channel.writeInbound(messages);
        for (Object msg = channel.readInbound(); msg != null; msg = channel.readInbound()) {
            served.add(
                    msg instanceof HttpRequest request
                            ? request.uri()
                            : ((HttpContent) msg).content().toString(StandardCharsets.US_ASCII)
                                    + (msg instanceof LastHttpContent ? "." : ""));
            ((msg instanceof HttpContent part) ? part : LastHttpContent.EMPTY_LAST_CONTENT).release();
        }
    }

    private Upload upload() {
        return uploads.get(0);
    }

    @Test
    void deliversContentAsExchangeRequestsIt() {
        arrive(head(), part("a"));
        upload().request(1);
        assertThat(channel.config().isAutoRead()).isFalse();
        upload().request(2);
        assertThat(channel.config().isAutoRead()).isTrue();
        arrive(part("b"));
        arrive(last("c"));
        assertThat(upload().content).hasToString("abc.");
        assertThat(channel.config().isAutoRead()).as("the client may leave").isTrue();
    }

    @Test
    void stopsReadingUntilExchangeRequestsMore() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"), part("b"));
        assertThat(upload().content).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        upload().request(3);
        assertThat(upload().content).hasToString("ab");
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void deliversChunkedContentThatHasArrivedCompletely() {
        arrive(head("POST", "/a", "Transfer-Encoding", "chunked"), part("a"), last(""));
        assertThat(channel.config().isAutoRead()).as("the client may leave").isTrue();
        upload().request(5);
        assertThat(upload().content).hasToString("a.");
    }

    @Test
    void passesDeleteRequestWithContentToServer() {
        arrive(head("DELETE", "/a", "Content-Length", "3"), part("a"));
        arrive(last("bc"));
        assertThat(uploads).isEmpty();
        assertThat(served).containsExactly("/a", "a", "bc.");
    }

    @Test
    void passesRefusedRequestToServerWithAllContent() {
        refused = true;
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        arrive(last("b"));
        arrive(head(), part("c"));
        assertThat(served).containsExactly("/a", "a", "b.", "/a", "c");
    }

    @Test
    void nextRequestWaitsForEndOfContentAndExchange() {
        arrive(head(), part("a"));
        upload().request(9);
        arrive(last("bc"), head("POST", "/b", "Content-Length", LONG), part("d"));
        assertThat(upload().content).hasToString("abc.");
        assertThat(uploads).hasSize(1);
        assertThat(channel.config().isAutoRead()).isFalse();
        upload().completion.complete(false);
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a", "/b");
        uploads.get(1).request(1);
        assertThat(uploads.get(1).content).hasToString("d");
    }

    @Test
    void dropsContentThatFollowsEarlyResponse() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        upload().completion.complete(false);
        assertThat(channel.config().isAutoRead()).isTrue();
        arrive(part("b"));
        arrive(last("c"), head("POST", "/b", "Content-Length", LONG));
        assertThat(upload().content).isEmpty();
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a", "/b");
        assertThat(served).isEmpty();
    }

    @Test
    void dropsUnreadContentWhenExchangeEnds() {
        unread = true;
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        upload().completion.complete(false);
        arrive(last("b"), head("POST", "/b", "Content-Length", LONG), part("c"));
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a", "/b");
    }

    @Test
    void dropsUnreadContentWhenClientLeaves() {
        unread = true;
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        channel.close();
        assertThat(upload().left).isTrue();
    }

    @Test
    void deliversFurtherContentAfterFaultOfReader() {
        faulty = true;
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        assertThatThrownBy(() -> upload().request(1)).isInstanceOf(OutOfMemoryError.class);
        faulty = false;
        upload().request(1);
        arrive(part("b"));
        assertThat(upload().content).hasToString("ab");
    }

    @Test
    void serverAnswersRequestThatFailsDuringUpload() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        upload().completion.fail(new IOException("The origin is gone."));
        channel.runPendingTasks();
        arrive(part("b"));
        reads = 0;
        arrive(last("c"));
        assertThat(reads).as("what the server has asked for").isEqualTo(1);
        assertThat(served).containsExactly("/a", ".");
        assertThat(channel.config().isAutoRead())
                .as("the server reads on demand")
                .isFalse();
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_GATEWAY));
        arrive(head("POST", "/b", "Content-Length", LONG));
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a", "/b");
    }

    @Test
    void signalsReadTimeoutToReaderOfContent() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        channel.pipeline().fireExceptionCaught(ReadTimeoutException.INSTANCE);
        assertThat(upload().error).isSameAs(ReadTimeoutException.INSTANCE);
    }

    @Test
    void ignoresRequestsAfterLastResponse() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        upload().completion.complete(true);
        arrive(last("b"), head("DELETE", "/b", "Content-Length", "3"), last("abc"), head(), last("abc"));
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a");
        assertThat(served).isEmpty();
    }

    @Test
    void ignoresQueuedRequestAfterLastResponse() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"), last("b"));
        arrive(head("POST", "/b", "Content-Length", LONG), part("c"));
        upload().completion.complete(true);
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a");
        assertThat(served).isEmpty();
    }

    @Test
    void ignoresRequestsAfterLastResponseOfServer() {
        arrive(head("DELETE", "/a", "Content-Length", LONG), part("a"));
        var answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        answer.headers().set(HttpHeaderNames.CONNECTION, "close");
        channel.writeOutbound(answer);
        arrive(last("b"), head(), last("abc"));
        assertThat(uploads).isEmpty();
        assertThat(served).containsExactly("/a", "a", "b.");
    }

    @Test
    void contentOfExchangeThatEndsEarlyNeverReachesServer() {
        endsEarly = true;
        arrive(head(), part("a"), part("b"));
        assertThat(upload().content).hasToString("a");
        arrive(last("c"), head("DELETE", "/b", "Content-Length", "0"), last(""));
        assertThat(served).isEmpty();
        assertThat(uploads).extracting(begun -> begun.target).containsExactly("/a", "/b");
    }

    @Test
    void notifiesExchangeIfClientLeavesDuringUpload() {
        arrive(head("POST", "/a", "Content-Length", LONG), part("a"));
        channel.close();
        assertThat(upload().left).isTrue();
        assertThat(upload().content).isEmpty();
    }

    @Test
    void ambiguousFramingAndContentOfGetOrDeleteAreNotPlain() {
        HttpRequest both = head("POST", "/a", "Transfer-Encoding", "chunked");
        both.headers().set(HttpHeaderNames.CONTENT_LENGTH, 3);
        assertThat(RequestContentPolicy.isPlain(both)).isFalse();
        assertThat(RequestContentPolicy.isPlain(head("GET", "/a", "Content-Length", "3")))
                .isFalse();
        assertThat(RequestContentPolicy.isPlain(head("DELETE", "/a", "Transfer-Encoding", "chunked")))
                .isFalse();
        assertThat(RequestContentPolicy.isPlain(head())).isTrue();
    }
}
