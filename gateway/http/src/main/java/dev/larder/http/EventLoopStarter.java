package dev.larder.http;

import io.netty.channel.EventLoopGroup;
import reactor.core.scheduler.Schedulers;

/**
 * Starts the threads that every request may need: event loops and timers. Otherwise they would be started on first use,
 * and a request would wait forever if no thread can be started then.
 */
final class EventLoopStarter {

    private EventLoopStarter() {}

    /** Starts the event loops of a group, and the timers of Reactor. */
    static void start(EventLoopGroup loops) {
        loops.forEach(loop -> loop.execute(() -> {}));
        for (int i = 0; i < Schedulers.DEFAULT_POOL_SIZE; i++) {
            Schedulers.parallel().schedule(() -> {});
        }
    }
}
