package dev.larder.http;

import io.netty.channel.EventLoopGroup;
import reactor.core.scheduler.Schedulers;

/**
 * Threads that every request may need: event loops, and timers. They would be started by the first who needs one; who cannot
 * have it then would wait for ever.
 */
final class EventLoopStarter {

    private EventLoopStarter() {}

    /** Starts those of a group, and the timers of Reactor. */
    static void start(EventLoopGroup loops) {
        loops.forEach(loop -> loop.execute(() -> {}));
        for (int i = 0; i < Schedulers.DEFAULT_POOL_SIZE; i++) {
            Schedulers.parallel().schedule(() -> {});
        }
    }
}
