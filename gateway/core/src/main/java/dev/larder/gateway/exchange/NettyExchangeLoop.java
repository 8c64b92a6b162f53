package dev.larder.gateway.exchange;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The event loop of a client's connection as the thread of an exchange. */
public record NettyExchangeLoop(EventLoop loop) implements ExchangeLoop {

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
