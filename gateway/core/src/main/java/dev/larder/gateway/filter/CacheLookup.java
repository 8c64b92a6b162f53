package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.LookupResult;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/** Looks a request up and carries out the engine's verdict (RFC 9111 4). */
final class CacheLookup {

    private static final int ATTEMPTS_TOGETHER = 2;
    private static final GatewayProblem NOT_STORED = new GatewayProblem(
            HttpStatus.GATEWAY_TIMEOUT, "The request allows only a stored response, and none is usable.");

    private final CacheServices services;
    private final ClientResponder responder;
    private final RequestForwarder forwarder;
    private final PassThroughForwarder passThrough;
    private final HitInspection inspection;

    CacheLookup(CacheServices services) {
        this.services = services;
        this.responder = new ClientResponder(services.fetching().clock());
        this.forwarder = new RequestForwarder(services, responder);
        this.passThrough = new PassThroughForwarder(services, forwarder);
        this.inspection = new HitInspection(services);
    }

    Mono<Void> answer(CacheExchange cacheExchange) {
        Optional<Reason> obstacle = cacheExchange.obstacle();
        Optional<Reason> past = obstacle.filter(reason -> reason != Reason.BYPASS || !refreshes(cacheExchange));
        if (past.isPresent()) {
            return passThrough.forward(cacheExchange, past.get());
        }
        return obstacle.isPresent()
                ? forwarder.alone(cacheExchange, Optional.empty(), Reason.BYPASS)
                : attempt(cacheExchange, 1);
    }

    /** Returns whether the origin's response to a request that bypasses the store replaces the stored one. */
    private static boolean refreshes(CacheExchange cacheExchange) {
        return !cacheExchange.request().upgrades()
                && (!cacheExchange.request().hasContent()
                        || cacheExchange
                                .policy()
                                .keyedByContent(cacheExchange.request().method()));
    }

    /**
     * Result of a timed lookup.
     *
     * @param nanos its duration, without waiting for writes
     */
    private record TimedLookup(LookupResult found, long nanos) {}

    private Mono<Void> attempt(CacheExchange cacheExchange, int attempt) {
        CacheStepObservation span = cacheExchange.step(services.fetching().spans(), CacheStep.LOOKUP);
        return span.around(Reason.STORE_FAULT, find(cacheExchange))
                .flatMap(lookup -> decide(cacheExchange, span, lookup, attempt));
    }

    private Mono<TimedLookup> find(CacheExchange cacheExchange) {
        long start = services.fetching().clock().nanos();
        return services.fetching()
                .store()
                .find(cacheExchange.key(), cacheExchange.resourceTags()::stampOfResponse)
                .flatMap(found -> {
                    long took = services.fetching().clock().nanos() - start;
                    return (isHeld(cacheExchange, found) ? held(cacheExchange, found) : Mono.just(found))
                            .map(then -> new TimedLookup(then, took));
                });
    }

    private Mono<Void> decide(CacheExchange cacheExchange, CacheStepObservation span, TimedLookup lookup, int attempt) {
        LookupResult found = lookup.found();
        ReuseVerdict verdict = judge(cacheExchange, found.variants(), !found.usable());
        ended(span, verdict, found);
        if (found.fault()) {
            cacheExchange.report().withoutStore();
        }
        if (attempt == 1) {
            inspection.lookedUp(cacheExchange, verdict instanceof ReuseVerdict.Serve);
            tell(cacheExchange, found, verdict, lookup.nanos());
        } else if (verdict instanceof ReuseVerdict.Serve serve) {
            tellShared(cacheExchange, serve.stored());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            tellShared(cacheExchange, serve.stored());
        }
        return carryOut(cacheExchange, found, verdict, attempt);
    }

    private static void ended(CacheStepObservation span, ReuseVerdict verdict, LookupResult found) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            span.ended(StepOutcome.SERVE, serve.reason());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating) {
            span.ended(StepOutcome.SERVE_WHILE_REVALIDATING, Reason.HIT_STALE_WHILE_REVALIDATE);
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            span.ended(StepOutcome.REVALIDATE, found.unlessBarred(revalidate.reason()));
        } else if (verdict instanceof ReuseVerdict.Forward forward) {
            span.ended(StepOutcome.FORWARD, found.fault() ? Reason.STORE_FAULT : found.unlessBarred(forward.reason()));
        } else {
            span.ended(StepOutcome.REFUSE, ((ReuseVerdict.Refuse) verdict).reason());
        }
    }

    private void tell(CacheExchange cacheExchange, LookupResult found, ReuseVerdict verdict, long took) {
        if (verdict instanceof ReuseVerdict.Serve || verdict instanceof ReuseVerdict.ServeWhileRevalidating) {
            cacheExchange.counting().isFirstTelling();
            found.entry()
                    .ifPresent(entry ->
                            services.extensions().events().hit(cacheExchange.route(), cacheExchange.key(), entry));
        } else {
            services.extensions().events().forwarded(cacheExchange.route(), took);
        }
    }

    /** Another request has fetched the response meanwhile: this one waited for it, or now finds it stored. */
    private void tellShared(CacheExchange cacheExchange, StoredResponse stored) {
        if (cacheExchange.counting().isFirstTelling()) {
            services.extensions()
                    .events()
                    .shared(cacheExchange.route(), cacheExchange.key(), cacheExchange.resourceTags(), stored);
        }
    }

    /** Under {@code FLUSH_FIRST}, a read also waits for writes whose delivery is under way. */
    private boolean isHeld(CacheExchange cacheExchange, LookupResult found) {
        return found.standing() == EntryStatus.HELD
                || (found.standing() == EntryStatus.FENCED
                        && services.extensions().pendingWrites().reads(cacheExchange.rule())
                                == ReadsWhileWritePending.FLUSH_FIRST
                        && services.fetching().store().held(tags(cacheExchange, found)));
    }

    private static EpochStamp tags(CacheExchange cacheExchange, LookupResult found) {
        return found.entry().map(CacheEntry::stamp).orElseGet(cacheExchange.resourceTags()::stampOfResponse);
    }

    /** An acknowledged, undelivered write may invalidate the entry: the rule decides how to answer. */
    private Mono<LookupResult> held(CacheExchange cacheExchange, LookupResult found) {
        return switch (services.extensions().pendingWrites().reads(cacheExchange.rule())) {
            case BYPASS -> Mono.just(found);
            case SERVE_STALE -> Mono.just(services.fetching().store().delivered(found));
            case FLUSH_FIRST ->
                services.extensions()
                        .pendingWrites()
                        .flush(tags(cacheExchange, found))
                        .flatMap(delivered -> services.fetching()
                                .store()
                                .find(cacheExchange.key(), cacheExchange.resourceTags()::stampOfResponse));
        };
    }

    private ReuseVerdict judge(CacheExchange cacheExchange, Optional<ResponseVariants> stored, boolean invalidated) {
        return Reuse.judge(
                cacheExchange.request(),
                stored,
                invalidated,
                cacheExchange.policy(),
                services.fetching().clock().steady());
    }

    private Mono<Void> carryOut(CacheExchange cacheExchange, LookupResult found, ReuseVerdict verdict, int attempt) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            cacheExchange.setPrecedent(services.decisions());
            Mono<Void> served = inspection.around(
                    cacheExchange,
                    found.select(serve.stored()),
                    serve.reason(),
                    () -> responder.fromStore(cacheExchange, serve.stored(), serve.reason()));
            return unlessGone(cacheExchange, serve.stored(), attempt, served);
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            forwarder.inBackground(cacheExchange, found.select(serve.stored()));
            Mono<Void> served = responder.fromStore(cacheExchange, serve.stored(), Reason.HIT_STALE_WHILE_REVALIDATE);
            return unlessGone(cacheExchange, serve.stored(), attempt, served);
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            var selection = found.select(revalidate.selected());
            return forward(
                    cacheExchange, found, Optional.of(selection), found.unlessBarred(revalidate.reason()), attempt);
        }
        if (verdict instanceof ReuseVerdict.Forward forward) {
            if (forward.reason() == Reason.URI_MISS) {
                cacheExchange.counting().nothingStored(cacheExchange.described());
            }
            return forward.reason().bypass()
                    ? passThrough.forward(cacheExchange, forward.reason())
                    : forward.alone()
                            ? unlessLanding(cacheExchange, forward.reason(), attempt)
                            : forward(
                                    cacheExchange,
                                    found,
                                    Optional.empty(),
                                    found.unlessBarred(forward.reason()),
                                    attempt);
        }
        cacheExchange.report().forwarded(((ReuseVerdict.Refuse) verdict).reason());
        return cacheExchange.problem(NOT_STORED);
    }

    /** A stored body that cannot be read is dropped and counts as a miss. */
    private Mono<Void> unlessGone(CacheExchange cacheExchange, StoredResponse stored, int attempt, Mono<Void> served) {
        return stored.body() instanceof ReadableBody
                ? served.onErrorResume(
                        BodyGoneException.class,
                        gone -> services.fetching()
                                .store()
                                .drop(cacheExchange.key())
                                .then(Mono.defer(() -> attempt(cacheExchange, attempt + 1))))
                : served;
    }

    /** A request for a part of the response does not wait for the whole, but joins one that is arriving. */
    private Mono<Void> unlessLanding(CacheExchange cacheExchange, Reason reason, int attempt) {
        Optional<CollapsedFetchOutcome.Streaming> streaming =
                attempt == 1 && cacheExchange.rule().handling().collapse()
                        ? services.fetching().fetches().landing(cacheExchange.key(), cacheExchange.credentials())
                        : Optional.empty();
        return streaming
                .map(found -> followed(cacheExchange, Optional.empty(), reason, found, attempt))
                .orElseGet(() -> forwarder.alone(cacheExchange, Optional.empty(), reason));
    }

    private Mono<Void> forward(
            CacheExchange cacheExchange,
            LookupResult found,
            Optional<SelectedResponse> selection,
            Reason reason,
            int attempt) {
        boolean together = cacheExchange.rule().handling().collapse() && reason.collapsible();
        if (cacheExchange.isHead()
                || Reuse.forbidsStoring(cacheExchange.request(), cacheExchange.policy())
                || !together
                || attempt > ATTEMPTS_TOGETHER) {
            return forwarder.alone(cacheExchange, selection, reason);
        }
        return forwarder.together(
                cacheExchange,
                found,
                selection,
                reason,
                outcome -> followed(cacheExchange, selection, reason, outcome, attempt),
                () -> attempt(cacheExchange, attempt + 1));
    }

    private Mono<Void> followed(
            CacheExchange cacheExchange,
            Optional<SelectedResponse> selection,
            Reason reason,
            CollapsedFetchOutcome outcome,
            int attempt) {
        cacheExchange.report().forwarded(reason);
        if (outcome instanceof CollapsedFetchOutcome.Completed completed) {
            cacheExchange.report().collapsed();
            return landed(cacheExchange, completed.response(), reason, attempt);
        }
        if (outcome instanceof CollapsedFetchOutcome.Streaming streaming) {
            cacheExchange.answer().atEnd(streaming.leave());
            cacheExchange.report().collapsed();
            return landed(cacheExchange, streaming.response(), reason, attempt);
        }
        if (outcome instanceof CollapsedFetchOutcome.Released) {
            return forwarder.alone(cacheExchange, selection, reason);
        }
        if (outcome instanceof CollapsedFetchOutcome.Superseded) {
            return attempt(cacheExchange, attempt + 1);
        }
        var failed = (CollapsedFetchOutcome.Failed) outcome;
        var failure = failed.failure();
        Optional<Reason> stale = selection.flatMap(selected -> whenOriginFails(cacheExchange, selected, failure));
        if (stale.isPresent()) {
            return responder.fromStore(cacheExchange, selection.orElseThrow().response(), stale.get());
        }
        if (attempt < ATTEMPTS_TOGETHER || failed.failure() == Failure.SERVER_ERROR) {
            return attempt(cacheExchange, attempt + 1);
        }
        failed.error().ifPresent(error -> OriginFailure.note(cacheExchange.exchange(), error));
        return cacheExchange.problem(GatewayProblem.of(failure));
    }

    private Mono<Void> landed(CacheExchange cacheExchange, StoredResponse response, Reason reason, int attempt) {
        ReuseVerdict verdict = judge(cacheExchange, Optional.of(ResponseVariants.of(response)), false);
        if (!(verdict instanceof ReuseVerdict.Serve serve)) {
            return attempt(cacheExchange, attempt + 1);
        }
        tellShared(cacheExchange, serve.stored());
        return responder
                .forwarded(cacheExchange, serve.stored(), reason)
                .onErrorResume(BodyGoneException.class, gone -> attempt(cacheExchange, attempt + 1));
    }

    private Optional<Reason> whenOriginFails(CacheExchange cacheExchange, SelectedResponse selected, Failure failure) {
        return selected.whenOriginFails(
                services.fetching().store(),
                cacheExchange.described(),
                failure,
                services.fetching().clock().steady());
    }
}
