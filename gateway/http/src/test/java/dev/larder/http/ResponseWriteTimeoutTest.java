package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client has read if something has gone out to it; that something was written to it says nothing. */
class ResponseWriteTimeoutTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration STEP = DEADLINE.dividedBy(6);

    private final Client client = new Client(
            new ResponseWriteTimeout(DEADLINE, new ClientBacklog(1_000_000, 1_000_000, () -> 0).of(null, () -> {})));

    @AfterEach
    void disconnect() {
        client.reads = true;
        client.finishAndReleaseAll();
    }

    /** A connection that takes nothing until its client reads. */
    private static final class Client extends EmbeddedChannel {

        private boolean reads;

        private Client(ResponseWriteTimeout pause) {
            super(pause);
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer in) throws Exception {
            if (reads) {
                super.doWrite(in);
            }
        }

        private void readOne() {
            ChannelOutboundBuffer in = unsafe().outboundBuffer();
            in.removeBytes(((ByteBuf) in.current()).readableBytes());
        }
    }

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatReadsNothingDespiteNewWrites() {
        client.freezeTime();
        for (int i = 0; i < 12; i++) {
            write();
        }
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void keepsAClientThatReadsALittleAtATime() {
        assertThat(stepsOfAClientThatReads((int) ReaderBudget.MIN_RATE * 30)).isEqualTo(60);
    }

    @Test
    @Tag("hardening-X6")
    void resetsClientThatReadsBelowMinimumRate() {
        assertThat(stepsOfAClientThatReads(100)).isBetween(15, 24);
    }

    /** Reads this many octets in three steps, while as many are written in each; returns after how many it is reset, at most 60. */
    private int stepsOfAClientThatReads(int octets) {
        client.freezeTime();
        for (int step = 0; step < 60; step++) {
            client.writeAndFlush(Unpooled.wrappedBuffer(new byte[octets]));
            pass();
            if (!client.isOpen()) {
                return step;
            }
            if (step % 3 == 2) {
                client.readOne();
            }
        }
        return 60;
    }

    /** The object that is first may be the same as before, if it has been written again. */
    @Test
    void keepsReadingClientThatIsSentSameBufferAgain() {
        client.freezeTime();
        ByteBuf same = Unpooled.wrappedBuffer(new byte[100]);
        for (int i = 0; i < 24; i++) {
            client.writeAndFlush(same.retain());
            pass();
            client.reads = true;
            client.flush();
            client.reads = false;
            same.readerIndex(0);
        }
        assertThat(client.isOpen()).isTrue();
        same.release();
    }

    @Test
    void resetRunsOnEventLoopOfClient() {
        ResponseWriteTimeout.resetSoon(client);
        assertThat(client.isOpen()).isTrue();
        client.runPendingTasks();
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void resetClosesConnectionDespiteHandlerThatSwallowsClose() {
        client.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
                // As HTTP/2 does while there are streams.
            }
        });
        ResponseWriteTimeout.resetSoon(client);
        client.runPendingTasks();
        assertThat(client.isOpen()).isFalse();
    }

    private void write() {
        client.writeAndFlush(Unpooled.wrappedBuffer(new byte[100]));
        pass();
    }

    private void pass() {
        client.advanceTimeBy(STEP.toMillis(), TimeUnit.MILLISECONDS);
        client.runScheduledPendingTasks();
    }
}
