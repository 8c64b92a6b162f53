package dev.larder.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DuplexChannel;

/**
 * A connection without a network whose output can end before its input. As of every {@link EmbeddedChannel}, its timers end with the
 * first call of {@link #close()}, but not of its pipeline's.
 */
final class DuplexConnection extends EmbeddedChannel implements DuplexChannel {

    private boolean outputEnded;
    private boolean reads;

    DuplexConnection(ChannelHandler... handlers) {
        super(handlers);
    }

    /** Whether something has asked for octets since the last time. */
    boolean reads() {
        boolean asked = reads;
        reads = false;
        return asked;
    }

    @Override
    protected void doBeginRead() {
        reads = true;
    }

    @Override
    public boolean isOutputShutdown() {
        return outputEnded;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        outputEnded = true;
        return promise.setSuccess();
    }

    @Override
    public boolean isInputShutdown() {
        return !isOpen();
    }

    @Override
    public ChannelFuture shutdownInput() {
        throw new UnsupportedOperationException("The input ends with the connection.");
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        throw new UnsupportedOperationException("The input ends with the connection.");
    }

    @Override
    public boolean isShutdown() {
        return !isOpen();
    }

    @Override
    public ChannelFuture shutdown() {
        throw new UnsupportedOperationException("The input ends with the connection.");
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        throw new UnsupportedOperationException("The input ends with the connection.");
    }
}
