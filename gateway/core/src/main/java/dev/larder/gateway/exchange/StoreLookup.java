package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.store.LookupResult;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import reactor.core.publisher.Mono;

/**
 * A lookup that is complete.
 *
 * @param found its result
 * @param nanos its duration in nanoseconds, without waiting for writes
 */
record StoreLookup(LookupResult found, long nanos) {

    /** Looks a request up. If an acknowledged, undelivered write affects it, its rule decides whether it waits. */
    static Mono<StoreLookup> of(ExchangeContext context) {
        LarderClock clock = context.services().clock();
        long start = clock.nanos();
        return find(context).flatMap(found -> {
            long took = clock.nanos() - start;
            return isHeld(context, found)
                    ? held(context, found).map(then -> new StoreLookup(then, took))
                    : Mono.just(new StoreLookup(found, took));
        });
    }

    private static Mono<LookupResult> find(ExchangeContext context) {
        ExchangeRequest request = context.request();
        return context.store().find(request.key(), request.resourceTags()::stampOfResponse);
    }

    /** Under {@code FLUSH_FIRST}, a read also waits for writes whose delivery is under way. */
    private static boolean isHeld(ExchangeContext context, LookupResult found) {
        return found.standing() == EntryStatus.HELD
                || (found.standing() == EntryStatus.FENCED
                        && reads(context) == ReadsWhileWritePending.FLUSH_FIRST
                        && context.store().hasPendingWrite(tags(context, found)));
    }

    private static ReadsWhileWritePending reads(ExchangeContext context) {
        return context.services().pendingWrites().reads(context.request().rule());
    }

    private static EpochStamp tags(ExchangeContext context, LookupResult found) {
        return found.entry().map(CacheEntry::stamp).orElseGet(context.request().resourceTags()::stampOfResponse);
    }

    private static Mono<LookupResult> held(ExchangeContext context, LookupResult found) {
        return switch (reads(context)) {
            case BYPASS -> Mono.just(found);
            case SERVE_STALE -> Mono.just(context.store().delivered(found));
            case FLUSH_FIRST ->
                context.services().pendingWrites().flush(tags(context, found)).flatMap(delivered -> find(context));
        };
    }

    /** Ends the observed step with the verdict about what was found. */
    void ended(CacheStepObservation step, ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            step.ended(StepOutcome.SERVE, serve.reason());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            step.ended(StepOutcome.SERVE_WHILE_REVALIDATING, serve.reason());
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            step.ended(StepOutcome.REVALIDATE, found.unlessBarred(revalidate.reason()));
        } else if (verdict instanceof ReuseVerdict.Forward forward) {
            step.ended(
                    StepOutcome.FORWARD, found.hasFault() ? Reason.STORE_FAULT : found.unlessBarred(forward.reason()));
        } else {
            step.ended(StepOutcome.REFUSE, ((ReuseVerdict.Refuse) verdict).reason());
        }
    }

    /** Ends the observed step of a request whose client has left. */
    static void abandon(CacheStepObservation step) {
        step.failed(Reason.ABORTED, new CancellationException());
    }

    /** Returns the stored response that a verdict allows to be served. */
    static Optional<StoredResponse> served(ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return Optional.of(serve.stored());
        }
        return verdict instanceof ReuseVerdict.ServeWhileRevalidating serve
                ? Optional.of(serve.stored())
                : Optional.empty();
    }

    /** Returns whether a verdict serves a response as if it had been fetched just now, or as stale as the request allows. */
    static boolean isFresh(ReuseVerdict verdict) {
        return verdict instanceof ReuseVerdict.Serve
                || (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve && serve.reason() == Reason.HIT);
    }

    /** Tells listeners of the first lookup of a request. */
    void tell(ExchangeContext context, ReuseVerdict verdict) {
        ExchangeRequest request = context.request();
        CacheEventListener events = context.services().events();
        if (served(verdict).isPresent()) {
            context.counter().isFirstTelling();
            found.entry().ifPresent(entry -> events.hit(request.route(), request.key(), entry));
        } else {
            events.forwarded(request.route(), nanos);
        }
    }
}
