package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections for which no file descriptor is left. Otherwise they would wait in the system's queue, neither
 * answered nor refused. A connection must be accepted to be closed, which takes a descriptor: one is reserved for that.
 * Handler of a listening channel.
 */
final class SpareDescriptor extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(SpareDescriptor.class);

    private @Nullable SocketChannel spare;
    private boolean told;

    SpareDescriptor() {
        spare = open();
    }

    /** Called when a connection could not be accepted: if for lack of a descriptor, the spare one is released for it. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        SocketChannel kept = spare;
        if (kept == null || isAnyFree()) {
            ctx.fireExceptionCaught(cause);
            return;
        }
        spare = null;
        close(kept);
        ctx.read();
    }

    /** A connection that has taken the spare descriptor is closed, unless others are free by now. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (spare == null) {
            spare = open();
        }
        if (spare != null || !(message instanceof Channel accepted)) {
            ctx.fireChannelRead(message);
            return;
        }
        accepted.unsafe().closeForcibly();
        spare = open();
        tell();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        SocketChannel kept = spare;
        if (kept != null) {
            close(kept);
        }
        ctx.fireChannelInactive();
    }

    private void tell() {
        if (!told) {
            told = true;
            LOG.warn(
                    "New connections are closed, because this process has reached its limit of file descriptors. Raise it"
                            + " (ulimit -n), or lower larder.limits.max-connections.");
        }
    }

    private static boolean isAnyFree() {
        SocketChannel another = open();
        if (another == null) {
            return false;
        }
        close(another);
        return true;
    }

    private static @Nullable SocketChannel open() {
        try {
            return SocketChannel.open();
        } catch (IOException none) {
            return null;
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A descriptor was not given back.", e);
        }
    }
}
