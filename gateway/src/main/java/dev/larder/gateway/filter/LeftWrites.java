package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.Connection;

/**
 * Writes whose client leaves once the origin may have them. What has become of one is only known by its response, which is
 * waited for a while: else whoever sends writes and leaves would have what they concern fenced as of unknown outcome.
 */
final class LeftWrites {

    private LeftWrites() {}

    /**
     * A write that goes on when its client leaves. How it has failed is a value: an error that nobody waits for would be logged.
     *
     * @param exchange of the write: a response that nobody wants is let go
     * @param forwarded whether the origin may have it; one that it cannot have is given up at once
     * @param patience how long its response is waited for
     */
    static Mono<Void> outlived(
            Mono<Void> write,
            ServerWebExchange exchange,
            BooleanSupplier forwarded,
            Duration patience,
            Scheduler timer) {
        return Mono.<Optional<Throwable>>create(client -> {
                    var left = new AtomicBoolean();
                    Disposable.Swap givingUp = Disposables.swap();
                    Disposable running = write.doFinally(signal -> {
                                givingUp.dispose();
                                if (left.get()) {
                                    letGo(exchange);
                                }
                            })
                            .contextWrite(client.contextView())
                            .thenReturn(Optional.<Throwable>empty())
                            .onErrorResume(error -> Mono.just(Optional.of(error)))
                            .subscribe(client::success);
                    client.onCancel(() -> {
                        left.set(true);
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

    private static void letGo(ServerWebExchange exchange) {
        if (exchange.getAttributes().remove(CLIENT_RESPONSE_CONN_ATTR) instanceof Connection unread) {
            unread.dispose();
        }
    }
}
