package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What belongs to a response stays until all of it is sent, and goes however it ends. */
class ConnectionClientTest {

    private static final ResponseHead HEAD = new ResponseHead(206, HeaderFields.of("Content-Length", "4"));
    private static final ResponseHead HINTS = new ResponseHead(103, HeaderFields.of("Link", "</a>; rel=preload"));
    private static final Path FILE = Path.of("body");
    private static final ByteRange PART = new ByteRange(3, 6);

    private final List<String> events = new ArrayList<>();
    private final SlowTransport transport = new SlowTransport();
    private final EmbeddedChannel channel = new EmbeddedChannel(transport, new ChannelOutboundHandlerAdapter());
    private final ConnectionClient client = new ConnectionClient(
            channel.pipeline().lastContext(), (head, failed) -> head, hints -> hints, new ConnectionClient.Ended() {

                @Override
                public void complete(int status, boolean last) {
                    events.add((last ? "complete, the last " : "complete ") + status);
                }

                @Override
                public void incomplete(int status, String error) {
                    events.add("incomplete " + status + " " + error);
                }
            });

    /** Sends all but the ends of responses, which it keeps until the test lets them go. */
    private static final class SlowTransport extends ChannelOutboundHandlerAdapter {

        private @Nullable Runnable end;
        private @Nullable ChannelPromise promise;

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise sent) {
            if (msg instanceof LastHttpContent) {
                promise = sent;
                end = () -> ctx.writeAndFlush(msg, sent);
            } else {
                ctx.write(msg, sent);
            }
        }

        void send() {
            if (end != null) {
                end.run();
            }
        }

        void fail(IOException cause) {
            if (promise != null) {
                promise.setFailure(cause);
            }
        }
    }

    @AfterEach
    void nothingLeaks() {
        channel.finishAndReleaseAll();
    }

    private void sendFile() {
        client.atEnd(() -> events.add("closed"));
        client.sendFile(HEAD, FILE, PART);
    }

    @Test
    void sendsRequestedRangeOfFile() {
        sendFile();
        transport.send();
        assertThat((HttpResponse) channel.readOutbound())
                .satisfies(head -> assertThat(head.status().code()).isEqualTo(206));
        FileRegion region = channel.readOutbound();
        assertThat(region.position()).isEqualTo(3);
        assertThat(region.count()).isEqualTo(4);
        region.release();
        assertThat((Object) channel.readOutbound()).isInstanceOf(LastHttpContent.class);
    }

    @Test
    void keepsFileOpenUntilItIsSent() {
        sendFile();
        assertThat(events).isEmpty();
        transport.send();
        assertThat(events).containsExactly("closed", "complete 206");
    }

    @Test
    void reportsAbandonedResponseOnlyOnce() {
        client.abandoned();
        client.abandoned();
        assertThat(events).containsExactly("incomplete 0 none");
    }

    @Test
    void reportsBrokenOffResponseOnlyOnce() {
        client.head(HEAD);
        client.breakOff(new IOException("The origin has broken off."));
        client.abandoned();
        assertThat(events).containsExactly("incomplete 206 IOException");
    }

    @Test
    void doesNotReportCompleteResponseAsAbandoned() {
        client.head(HEAD);
        client.end();
        client.abandoned();
        assertThat(events).containsExactly("complete 206");
    }

    @Test
    void closesTheFileWhenItsClientLeaves() {
        sendFile();
        channel.close();
        assertThat(events).containsExactly("closed");
    }

    @Test
    void closesTheConnectionIfTheFileCannotBeSent() {
        sendFile();
        transport.fail(new IOException("The file is too short."));
        assertThat(channel.isOpen()).isFalse();
        assertThat(events).containsExactly("incomplete 206 IOException", "closed");
    }

    /** Requests of clients that leave are timed as well. */
    @Test
    void reportsResponseWhoseClientLeavesBeforeItsEndIsSent() {
        sendFile();
        transport.fail(new ClosedChannelException());
        assertThat(events).containsExactly("incomplete 206 none", "closed");
    }

    @Test
    void runsEndActionsWhenResponseIsBrokenOff() {
        client.atEnd(() -> events.add("first"));
        client.atEnd(() -> events.add("second"));
        client.head(HEAD);
        client.breakOff(new IOException("reset"));
        assertThat(events).containsExactly("incomplete 206 IOException", "first", "second");
    }

    @Test
    void runsEndActionOnceWhenResponseIsComplete() {
        client.atEnd(() -> events.add("ended"));
        client.head(HEAD);
        client.data(Unpooled.wrappedBuffer(new byte[4]));
        client.end();
        assertThat(events).containsExactly("ended", "complete 206");
        channel.close();
        assertThat(events).hasSize(2);
    }

    @Test
    void closesConnectionAfterResponseWithConnectionClose() {
        client.send(HEAD.withFields(HeaderFields.of("Connection", "close", "Content-Length", "0")), List.of());
        assertThat(events).containsExactly("complete, the last 206");
        transport.send();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void runsEndActionAtOnceIfAddedAfterCompletion() {
        client.send(HEAD, List.of());
        client.atEnd(() -> events.add("ended"));
        assertThat(events).containsExactly("complete 206", "ended");
    }

    @Test
    void runsEndActionAtOnceIfAddedAfterClientHasLeft() {
        channel.close();
        client.atEnd(() -> events.add("ended"));
        assertThat(events).containsExactly("ended");
    }

    @Test
    void sendsNoFilesThroughTls() throws NoSuchAlgorithmException {
        assertThat(client.canSendFiles()).isTrue();
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(false);
        channel.pipeline().addFirst(new SslHandler(engine));
        assertThat(client.canSendFiles()).isFalse();
    }

    @Test
    void sendsEarlyHintsOnlyOnceBeforeResponse() {
        client.hint(HINTS);
        client.hint(HINTS);
        transport.send();
        assertThat((HttpResponse) channel.readOutbound()).satisfies(hints -> {
            assertThat(hints.status().code()).isEqualTo(103);
            assertThat(hints.headers().get("Link")).isEqualTo("</a>; rel=preload");
        });
        assertThat((Object) channel.readOutbound()).isNull();
        assertThat(events).isEmpty();
    }

    @Test
    void doesNotSendEmptyOrLateEarlyHints() {
        client.hint(HINTS.withFields(HeaderFields.EMPTY));
        client.head(HEAD);
        client.hint(HINTS);
        client.flush();
        assertThat((HttpResponse) channel.readOutbound())
                .satisfies(head -> assertThat(head.status().code()).isEqualTo(206));
        assertThat((Object) channel.readOutbound()).isNull();
    }
}
