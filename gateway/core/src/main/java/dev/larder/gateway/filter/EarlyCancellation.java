package dev.larder.gateway.filter;

import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;

/**
 * The end of work that nobody waits for any more. Filters of a route that repeat, such as Retry, cancel also what is complete, from
 * within its completion: neither {@code doOnCancel} nor {@code doFinally} tells the two apart.
 */
final class EarlyCancellation {

    private EarlyCancellation() {}

    /** Returns the work, with an action for a cancellation that comes before its end. */
    static <T> Mono<T> of(Mono<T> work, Runnable action) {
        return Mono.defer(() -> {
            var ended = new AtomicBoolean();
            return work.doOnTerminate(() -> ended.set(true)).doOnCancel(() -> {
                if (!ended.get()) {
                    action.run();
                }
            });
        });
    }
}
