package dev.larder.gateway.filter;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Continues writes whose client leaves after the origin may have received them. Only its response tells the outcome of a write,
 * so it is waited for a while: otherwise clients that send writes and leave would cause fences for writes of unknown outcome.
 */
final class DetachedWrites {

    private DetachedWrites() {}

    /**
     * Returns a write that continues when its client leaves. Its failure is passed as a value: errors without subscriber are
     * logged.
     *
     * @param forwarded whether the origin may have received it; otherwise it is cancelled at once
     * @param patience how long to wait for its response
     */
    static Mono<Void> outlived(Mono<Void> write, BooleanSupplier forwarded, Duration patience, Scheduler timer) {
        return Mono.<Optional<Throwable>>create(client -> {
                    Disposable.Swap givingUp = Disposables.swap();
                    Disposable running = write.doFinally(signal -> givingUp.dispose())
                            .contextWrite(client.contextView())
                            .thenReturn(Optional.<Throwable>empty())
                            .onErrorResume(error -> Mono.just(Optional.of(error)))
                            .subscribe(client::success);
                    client.onCancel(() -> {
                        if (forwarded.getAsBoolean() && !patience.isZero() && !running.isDisposed()) {
                            givingUp.update(
                                    timer.schedule(running::dispose, patience.toMillis(), TimeUnit.MILLISECONDS));
                        } else {
                            running.dispose();
                        }
                    });
                })
                .flatMap(failure -> failure.<Mono<Void>>map(Mono::error).orElseGet(Mono::empty));
    }
}
