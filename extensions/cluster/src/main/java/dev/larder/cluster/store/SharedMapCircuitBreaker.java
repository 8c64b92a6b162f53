package dev.larder.cluster.store;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls the map with a deadline, and skips it while the circuit breaker is open; counts the outcomes. */
final class SharedMapCircuitBreaker {

    private static final int HALF = 50;
    private static final int PROBES = 3;

    private final CircuitBreaker breaker;
    private final LongAdder late = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    SharedMapCircuitBreaker(SharedMapSettings settings, InstantSource time) {
        breaker = CircuitBreaker.of(
                "near store",
                CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(settings.window())
                        .minimumNumberOfCalls(settings.window())
                        .failureRateThreshold(HALF)
                        .permittedNumberOfCallsInHalfOpenState(PROBES)
                        .waitDurationInOpenState(settings.pause())
                        .clock(time.withZone(ZoneOffset.UTC))
                        .build());
    }

    /** Returns the outcome of an operation on the map; fails if the operation fails, times out, or the breaker is open. */
    <T> CompletableFuture<T> ask(Duration deadline, Supplier<CompletionStage<T>> operation) {
        if (!breaker.tryAcquirePermission()) {
            skipped.increment();
            return CompletableFuture.failedFuture(CallNotPermittedException.createCallNotPermittedException(breaker));
        }
        return insist(deadline, operation);
    }

    /** Like {@link #ask}, but begins the operation even if the breaker is open. */
    <T> CompletableFuture<T> insist(Duration deadline, Supplier<CompletionStage<T>> operation) {
        long began = breaker.getCurrentTimestamp();
        return begin(operation)
                .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((done, fault) -> note(breaker.getCurrentTimestamp() - began, fault));
    }

    /** Returns a future of its own: the map's stage belongs to the map, this one may be completed by others. */
    private static <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> operation) {
        var outcome = new CompletableFuture<T>();
        try {
            operation.get().whenComplete((done, fault) -> {
                if (fault == null) {
                    outcome.complete(done);
                } else {
                    outcome.completeExceptionally(fault);
                }
            });
        } catch (RuntimeException fault) {
            outcome.completeExceptionally(fault);
        }
        return outcome;
    }

    private void note(long took, @Nullable Throwable fault) {
        if (fault == null) {
            breaker.onSuccess(took, breaker.getTimestampUnit());
            return;
        }
        (fault instanceof TimeoutException ? late : faults).increment();
        breaker.onError(took, breaker.getTimestampUnit(), fault);
    }

    /** Counts a fault that is not the map's. */
    void fault() {
        faults.increment();
    }

    long late() {
        return late.sum();
    }

    long faults() {
        return faults.sum();
    }

    long skipped() {
        return skipped.sum();
    }

    CircuitBreaker.State state() {
        return breaker.getState();
    }
}
