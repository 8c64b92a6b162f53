package dev.larder.gateway.filter;

import dev.larder.gateway.observe.audit.Audits;
import dev.larder.gateway.observe.audit.Check;
import dev.larder.gateway.observe.audit.Outcome;
import dev.larder.gateway.observe.audit.Subject;
import dev.larder.rfc9111.Comparison;
import dev.larder.rfc9111.Reason;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Asks the origin again for what the store has answered, and tells the auditor whether it was right. An answer that differs
 * is asked for once more: only what differs twice in the same way, while no write has come, is proven stale.
 */
final class HitAudit {

    private static final Logger log = LoggerFactory.getLogger(HitAudit.class);
    private static final int PARTIAL_CONTENT = 206;

    private final CacheServices services;
    private final Audits audits;

    HitAudit(CacheServices services) {
        this.services = services;
        this.audits = services.audits();
    }

    /** A request has been looked up. */
    void read(Visit visit, boolean hit) {
        if (audits.policy().on() && !visit.isHead()) {
            audits.read(visit.reach(), rawPath(visit), hit, Draws.isDrawn(visit.nativeRequest()));
        }
    }

    /**
     * Answers from the store, and has some answers checked: beforehand or in the background, as the auditor's mode says. The
     * answer is the same either way.
     */
    Mono<Void> around(Visit visit, Selection hit, Reason reason, Supplier<Mono<Void>> answer) {
        Optional<Check> admitted = audits.policy().on() && reason == Reason.HIT && comparable(visit, hit)
                ? audits.admit(
                        visit.key(),
                        Draws.isDrawn(visit.nativeRequest()),
                        services.clock().steady())
                : Optional.empty();
        if (admitted.isEmpty()) {
            return answer.get();
        }
        Mono<Void> check = check(visit, hit, admitted.get());
        if (audits.policy().validatesAll()) {
            return check.then(Mono.defer(answer));
        }
        check.subscribe();
        return answer.get();
    }

    private static boolean comparable(Visit visit, Selection hit) {
        return !visit.isHead() && hit.response().head().status() != PARTIAL_CONTENT;
    }

    private Mono<Void> check(Visit visit, Selection hit, Check check) {
        var asking = new Rereading(services, visit);
        return outcome(asking, hit)
                .doOnNext(outcome -> {
                    audits.checked(subject(visit, hit), outcome);
                    if (outcome != Outcome.ORIGIN_SILENT && outcome != Outcome.INVALIDATED_MEANWHILE) {
                        Fetched.told(services, visit, hit.response(), outcome != Outcome.AGREES);
                    }
                })
                .doFinally(signal -> check.close(asking.requests()))
                .onErrorResume(fault -> {
                    log.warn("A check of an answer from the store failed; the answer is not affected.", fault);
                    return Mono.empty();
                })
                .then();
    }

    private Mono<Outcome> outcome(Rereading asking, Selection hit) {
        return asking.read()
                .flatMap(first -> {
                    if (!Comparison.tells(first.head())) {
                        return Mono.just(Outcome.ORIGIN_SILENT);
                    }
                    return Copy.of(hit.response()).same(first)
                            ? Mono.just(Outcome.AGREES)
                            : differs(asking, hit, first);
                })
                .onErrorResume(error -> {
                    log.debug("The origin did not answer a check: {}", error.toString());
                    return Mono.just(Outcome.ORIGIN_SILENT);
                });
    }

    private Mono<Outcome> differs(Rereading asking, Selection hit, Copy first) {
        if (!services.shelf().usable(hit.stamp())) {
            return Mono.just(Outcome.INVALIDATED_MEANWHILE);
        }
        return asking.read().map(second -> {
            if (!services.shelf().usable(hit.stamp())) {
                return Outcome.INVALIDATED_MEANWHILE;
            }
            return first.same(second) ? Outcome.DIFFERS : Outcome.CHANGES_EACH_TIME;
        });
    }

    private Subject subject(Visit visit, Selection hit) {
        return new Subject(
                visit.route(),
                visit.key(),
                rawPath(visit),
                visit.reach(),
                hit.stamp(),
                hit.response().currentAge(services.clock().steady()));
    }

    private static String rawPath(Visit visit) {
        return Objects.requireNonNullElse(visit.request().target().getRawPath(), "");
    }
}
