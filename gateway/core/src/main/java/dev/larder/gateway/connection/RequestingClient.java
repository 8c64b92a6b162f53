package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.ExchangeLoop;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The client that a request came from.
 *
 * @param connection where the response is written
 * @param meters meters of its route
 * @param responseFilters filters of its route that change responses
 * @param start when the request had been received
 * @param drawn whether a hit is to be inspected
 * @param contentArrives whether content arrives after the head
 * @param completion told how the exchange has ended
 */
record RequestingClient(
        ChannelHandlerContext connection,
        RouteMeters meters,
        ResponseFilters responseFilters,
        long start,
        boolean drawn,
        boolean contentArrives,
        ConnectionExchange.Completion completion) {

    EventLoop eventLoop() {
        return connection.channel().eventLoop();
    }

    ExchangeLoop loop() {
        return new Loop(eventLoop());
    }

    boolean isStream() {
        return connection.channel() instanceof Http2StreamChannel;
    }

    /** The event loop of a connection. */
    private record Loop(EventLoop loop) implements ExchangeLoop {

        @Override
        public void execute(Runnable action) {
            loop.execute(action);
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            ScheduledFuture<?> scheduled = loop.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        }

        @Override
        public boolean isInside() {
            return loop.inEventLoop();
        }
    }
}
