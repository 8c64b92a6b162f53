package dev.larder.gateway.filter.origin;

import io.netty.buffer.ByteBuf;
import reactor.core.publisher.BaseSubscriber;

/** Reads content that nobody wants, if it is short, so that its connection can be used again; cancels it if it is not. */
public final class ContentDrain extends BaseSubscriber<ByteBuf> {

    private static final long WORTH_DRAINING = 64 * 1024;

    private long drained;

    @Override
    protected void hookOnNext(ByteBuf octets) {
        drained += octets.readableBytes();
        octets.release();
        if (drained > WORTH_DRAINING) {
            cancel();
        }
    }

    @Override
    protected void hookOnError(Throwable brokenOff) {}
}
