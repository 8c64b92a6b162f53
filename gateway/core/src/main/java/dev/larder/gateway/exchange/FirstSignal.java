package dev.larder.gateway.exchange;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * How work has ended. Filters of a route that repeat, such as Retry, cancel also what is complete, from within its completion:
 * {@code doFinally} says then that it was cancelled.
 */
public final class FirstSignal {

    private FirstSignal() {}

    /** Returns the work, with an action at its end, or when nobody waits for it any more. */
    public static <T> Mono<T> of(Mono<T> work, Consumer<SignalType> action) {
        return Mono.defer(() -> {
            var first = new AtomicReference<@Nullable SignalType>();
            return work.doOnSuccess(result -> first.set(SignalType.ON_COMPLETE))
                    .doOnError(error -> first.set(SignalType.ON_ERROR))
                    .doFinally(signal -> {
                        SignalType ended = first.get();
                        action.accept(ended == null ? signal : ended);
                    });
        });
    }
}
