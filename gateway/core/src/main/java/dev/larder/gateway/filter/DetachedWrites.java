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
 * Writes whose client leaves once the origin may have them. What has become of one is only known by its response, which is
 * waited for a while: else whoever sends writes and leaves would have what they concern fenced as of unknown outcome.
 */
final class DetachedWrites {

    private DetachedWrites() {}

    /**
     * A write that goes on when its client leaves. How it has failed is a value: an error that nobody waits for would be logged.
     *
     * @param forwarded whether the origin may have it; one that it cannot have is given up at once
     * @param patience how long its response is waited for
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
