package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.LookupResult;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
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

    Mono<Void> answer(CacheExchange visit) {
        Optional<Reason> obstacle = visit.keyed().obstacle();
        Optional<Reason> past = obstacle.filter(reason -> reason != Reason.BYPASS || !refreshes(visit));
        if (past.isPresent()) {
            return passThrough.forward(visit, past.get());
        }
        return obstacle.isPresent() ? forwarder.alone(visit, Optional.empty(), Reason.BYPASS) : attempt(visit, 1);
    }

    /** Whether the origin's answer to a request that goes past the store takes the place of what is stored. */
    private static boolean refreshes(CacheExchange visit) {
        return !visit.request().upgrades()
                && (!visit.request().hasContent()
                        || visit.policy().keyedByContent(visit.request().method()));
    }

    /**
     * What a look-up has found.
     *
     * @param nanos it took, without what it waited for writes
     */
    private record TimedLookup(LookupResult found, long nanos) {}

    private Mono<Void> attempt(CacheExchange visit, int attempt) {
        CacheStepObservation span = visit.step(services.fetching().spans(), CacheStep.LOOKUP);
        return span.around(Reason.STORE_FAULT, find(visit)).flatMap(looked -> decide(visit, span, looked, attempt));
    }

    private Mono<TimedLookup> find(CacheExchange visit) {
        long start = services.fetching().clock().nanos();
        return services.fetching()
                .shelf()
                .find(visit.key(), visit.reach()::stampOfResponse)
                .flatMap(found -> {
                    long took = services.fetching().clock().nanos() - start;
                    return (isHeld(visit, found) ? held(visit, found) : Mono.just(found))
                            .map(then -> new TimedLookup(then, took));
                });
    }

    private Mono<Void> decide(CacheExchange visit, CacheStepObservation span, TimedLookup looked, int attempt) {
        LookupResult found = looked.found();
        ReuseVerdict verdict = judge(visit, found.variants(), !found.usable());
        ended(span, verdict, found);
        if (found.fault()) {
            visit.report().withoutStore();
        }
        if (attempt == 1) {
            inspection.lookedUp(visit, verdict instanceof ReuseVerdict.Serve);
            tell(visit, found, verdict, looked.nanos());
        } else if (verdict instanceof ReuseVerdict.Serve serve) {
            tellShared(visit, serve.stored());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            tellShared(visit, serve.stored());
        }
        return carryOut(visit, found, verdict, attempt);
    }

    private static void ended(CacheStepObservation span, ReuseVerdict verdict, LookupResult found) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            span.ended(StepOutcome.SERVE, serve.reason());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating) {
            span.ended(StepOutcome.SERVE_WHILE_REVALIDATING, Reason.HIT_STALE_WHILE_REVALIDATE);
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            span.ended(StepOutcome.REVALIDATE, unlessBarred(found, revalidate.reason()));
        } else if (verdict instanceof ReuseVerdict.Forward forward) {
            span.ended(StepOutcome.FORWARD, found.fault() ? Reason.STORE_FAULT : unlessBarred(found, forward.reason()));
        } else {
            span.ended(StepOutcome.REFUSE, ((ReuseVerdict.Refuse) verdict).reason());
        }
    }

    private void tell(CacheExchange visit, LookupResult found, ReuseVerdict verdict, long took) {
        if (verdict instanceof ReuseVerdict.Serve || verdict instanceof ReuseVerdict.ServeWhileRevalidating) {
            visit.counting().isFirstTelling();
            found.entry().ifPresent(entry -> services.extensions().events().hit(visit.route(), visit.key(), entry));
        } else {
            services.extensions().events().forwarded(visit.route(), took);
        }
    }

    /** What a request was looked up for in vain, another one has brought: it has waited for it, or finds it stored by now. */
    private void tellShared(CacheExchange visit, StoredResponse stored) {
        if (visit.counting().isFirstTelling()) {
            services.extensions().events().shared(visit.route(), visit.key(), visit.reach(), stored);
        }
    }

    /** Who wants to see what has been acknowledged waits for what is being delivered, too. */
    private boolean isHeld(CacheExchange visit, LookupResult found) {
        return found.standing() == EntryStatus.HELD
                || (found.standing() == EntryStatus.FENCED
                        && services.extensions().pendingWrites().reads(visit.rule())
                                == ReadsWhileWritePending.FLUSH_FIRST
                        && services.fetching().shelf().held(tags(visit, found)));
    }

    private static EpochStamp tags(CacheExchange visit, LookupResult found) {
        return found.entry().map(CacheEntry::stamp).orElseGet(visit.reach()::stampOfResponse);
    }

    /** A write has been acknowledged that may make it wrong, and is not delivered yet: what then is for the rule to say. */
    private Mono<LookupResult> held(CacheExchange visit, LookupResult found) {
        return switch (services.extensions().pendingWrites().reads(visit.rule())) {
            case BYPASS -> Mono.just(found);
            case SERVE_STALE -> Mono.just(services.fetching().shelf().delivered(found));
            case FLUSH_FIRST ->
                services.extensions()
                        .pendingWrites()
                        .flush(tags(visit, found))
                        .flatMap(delivered ->
                                services.fetching().shelf().find(visit.key(), visit.reach()::stampOfResponse));
        };
    }

    private ReuseVerdict judge(CacheExchange visit, Optional<ResponseVariants> stored, boolean invalidated) {
        return Reuse.judge(
                visit.request(),
                stored,
                invalidated,
                visit.policy(),
                services.fetching().clock().steady());
    }

    private Mono<Void> carryOut(CacheExchange visit, LookupResult found, ReuseVerdict verdict, int attempt) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            visit.setPrecedent(services.precedents());
            Mono<Void> served = inspection.around(
                    visit,
                    selection(found, serve.stored()),
                    serve.reason(),
                    () -> responder.fromStore(visit, serve.stored(), serve.reason()));
            return unlessGone(visit, serve.stored(), attempt, served);
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            forwarder.inBackground(visit, selection(found, serve.stored()));
            Mono<Void> served = responder.fromStore(visit, serve.stored(), Reason.HIT_STALE_WHILE_REVALIDATE);
            return unlessGone(visit, serve.stored(), attempt, served);
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            var selection = selection(found, revalidate.selected());
            return forward(visit, found, Optional.of(selection), unlessBarred(found, revalidate.reason()), attempt);
        }
        if (verdict instanceof ReuseVerdict.Forward forward) {
            if (forward.reason() == Reason.URI_MISS) {
                visit.counting().nothingStored(visit);
            }
            return forward.reason().bypass()
                    ? passThrough.forward(visit, forward.reason())
                    : forward.alone()
                            ? unlessLanding(visit, forward.reason(), attempt)
                            : forward(visit, found, Optional.empty(), unlessBarred(found, forward.reason()), attempt);
        }
        visit.report().forwarded(((ReuseVerdict.Refuse) verdict).reason());
        return visit.problem(NOT_STORED);
    }

    /** A stored body that turns out to be unreadable is dropped, and was a miss. */
    private Mono<Void> unlessGone(CacheExchange visit, StoredResponse stored, int attempt, Mono<Void> served) {
        return stored.body() instanceof ReadableBody
                ? served.onErrorResume(
                        BodyGoneException.class,
                        gone -> services.fetching()
                                .shelf()
                                .drop(visit.key())
                                .then(Mono.defer(() -> attempt(visit, attempt + 1))))
                : served;
    }

    /** Who asks for less than all of it would not wait for all of it, but takes what is arriving. */
    private Mono<Void> unlessLanding(CacheExchange visit, Reason reason, int attempt) {
        Optional<CollapsedFetchOutcome.Streaming> landing =
                attempt == 1 && visit.rule().handling().collapse()
                        ? services.fetching().flights().landing(visit.key(), visit.credentials())
                        : Optional.empty();
        return landing.map(found -> followed(visit, Optional.empty(), reason, found, attempt))
                .orElseGet(() -> forwarder.alone(visit, Optional.empty(), reason));
    }

    private static SelectedResponse selection(LookupResult found, StoredResponse selected) {
        return new SelectedResponse(found.variants().orElseThrow(), selected, found.stamp());
    }

    private static Reason unlessBarred(LookupResult found, Reason reason) {
        return switch (found.standing()) {
            case FENCED -> Reason.FENCED;
            case LAPSED -> Reason.LEASE_LAPSED;
            case HELD -> Reason.WRITE_PENDING;
            default -> reason;
        };
    }

    private Mono<Void> forward(
            CacheExchange visit, LookupResult found, Optional<SelectedResponse> selection, Reason reason, int attempt) {
        boolean together = visit.rule().handling().collapse() && reason.collapsible();
        if (visit.isHead()
                || Reuse.forbidsStoring(visit.request(), visit.policy())
                || !together
                || attempt > ATTEMPTS_TOGETHER) {
            return forwarder.alone(visit, selection, reason);
        }
        return forwarder.together(
                visit,
                found,
                selection,
                reason,
                outcome -> followed(visit, selection, reason, outcome, attempt),
                () -> attempt(visit, attempt + 1));
    }

    private Mono<Void> followed(
            CacheExchange visit,
            Optional<SelectedResponse> selection,
            Reason reason,
            CollapsedFetchOutcome outcome,
            int attempt) {
        visit.report().forwarded(reason);
        if (outcome instanceof CollapsedFetchOutcome.Completed landed) {
            visit.report().collapsed();
            return landed(visit, landed.response(), reason, attempt);
        }
        if (outcome instanceof CollapsedFetchOutcome.Streaming landing) {
            visit.answer().atEnd(landing.leave());
            visit.report().collapsed();
            return landed(visit, landing.response(), reason, attempt);
        }
        if (outcome instanceof CollapsedFetchOutcome.Released) {
            return forwarder.alone(visit, selection, reason);
        }
        if (outcome instanceof CollapsedFetchOutcome.Superseded) {
            return attempt(visit, attempt + 1);
        }
        var failed = (CollapsedFetchOutcome.Failed) outcome;
        var failure = failed.failure();
        Optional<Reason> stale =
                selection.flatMap(selected -> selected.whenOriginFails(services.fetching(), visit, failure));
        if (stale.isPresent()) {
            return responder.fromStore(visit, selection.orElseThrow().response(), stale.get());
        }
        if (attempt < ATTEMPTS_TOGETHER) {
            return attempt(visit, attempt + 1);
        }
        failed.error().ifPresent(error -> OriginFailure.note(visit.exchange(), error));
        return visit.problem(GatewayProblem.of(failure));
    }

    private Mono<Void> landed(CacheExchange visit, StoredResponse response, Reason reason, int attempt) {
        ReuseVerdict verdict = judge(visit, Optional.of(ResponseVariants.of(response)), false);
        if (!(verdict instanceof ReuseVerdict.Serve serve)) {
            return attempt(visit, attempt + 1);
        }
        tellShared(visit, serve.stored());
        return responder
                .forwarded(visit, serve.stored(), reason)
                .onErrorResume(BodyGoneException.class, gone -> attempt(visit, attempt + 1));
    }
}
