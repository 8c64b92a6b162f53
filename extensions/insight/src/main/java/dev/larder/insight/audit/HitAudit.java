package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.filter.HitInspector;
import dev.larder.gateway.filter.StoredHit;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.ComparableResponse;
import dev.larder.rfc9111.RepresentationComparison;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Requests from the origin again what the store has answered, and reports to the auditor whether it was right. A different
 * response is requested once more: only if it differs twice in the same way, and no write occurred, is the stored one proven
 * stale.
 */
public final class HitAudit implements HitInspector, CacheEventListener {

    private static final Logger log = LoggerFactory.getLogger(HitAudit.class);
    private static final int PARTIAL_CONTENT = 206;

    private final CacheAuditor audits;
    private final LarderClock clock;

    /** Creates an audit for this auditor, which decides how much to check. */
    public HitAudit(CacheAuditor audits, LarderClock clock) {
        this.audits = audits;
        this.clock = clock;
    }

    @Override
    public boolean isActive() {
        return audits.policy().isEnabled();
    }

    @Override
    public boolean isListening() {
        return audits.policy().isEnabled();
    }

    @Override
    public Optional<String> needsEveryRoute() {
        return audits.policy().shouldValidateAll()
                ? Optional.of("The auditor checks each hit by way of its route (larder.audit.mode is validate-all).")
                : Optional.empty();
    }

    @Override
    public boolean needsRoute(CacheKey key, String pool, Instant now) {
        return audits.needsRoute(key, pool, now);
    }

    @Override
    public void lookedUp(ResourceTags resourceTags, String rawPath, boolean hit, boolean drawn) {
        audits.read(resourceTags, rawPath, hit, drawn);
    }

    @Override
    public void refetched(ResourceTags resourceTags, String rawPath, EpochStamp stamp, boolean changed) {
        if (audits.shouldSample()) {
            audits.refetched(resourceTags, rawPath, stamp, changed);
        }
    }

    @Override
    public WriteListener writeBegun(ResourceTags resourceTags, Set<CacheTag> tags) {
        return audits.writes().begin(resourceTags, tags);
    }

    /**
     * Answers from the store, and checks some answers: beforehand or in the background, as the auditor's mode says. The answer is
     * the same either way.
     */
    @Override
    public Mono<Void> around(StoredHit hit, Supplier<Mono<Void>> answer) {
        Optional<AuditCheck> admitted = hit.response().head().status() == PARTIAL_CONTENT
                ? Optional.empty()
                : audits.admit(hit.key(), hit.isDrawn(), clock.steady());
        if (admitted.isEmpty()) {
            return answer.get();
        }
        Mono<Void> check = check(hit, admitted.get());
        if (audits.policy().shouldValidateAll()) {
            return check.then(Mono.defer(answer));
        }
        check.subscribe();
        return answer.get();
    }

    private Mono<Void> check(StoredHit hit, AuditCheck check) {
        var requests = new AtomicInteger();
        Mono<ComparableResponse> asking = hit.reread().doOnSubscribe(asked -> requests.incrementAndGet());
        return outcome(asking, hit)
                .doOnNext(outcome -> {
                    audits.checked(subject(hit), outcome);
                    if (outcome != AuditOutcome.ORIGIN_SILENT && outcome != AuditOutcome.INVALIDATED_MEANWHILE) {
                        hit.compared(outcome != AuditOutcome.AGREES);
                    }
                })
                .doFinally(signal -> check.close(requests.get()))
                .onErrorResume(fault -> {
                    log.warn("An audit of a hit failed; the response is not affected.", fault);
                    return Mono.empty();
                })
                .then();
    }

    private static Mono<AuditOutcome> outcome(Mono<ComparableResponse> asking, StoredHit hit) {
        return asking.flatMap(first -> {
                    if (!RepresentationComparison.isComparable(first.head())) {
                        return Mono.just(AuditOutcome.ORIGIN_SILENT);
                    }
                    return ComparableResponse.of(hit.response()).isSame(first)
                            ? Mono.just(AuditOutcome.AGREES)
                            : differs(asking, hit, first);
                })
                .onErrorResume(error -> {
                    log.debug("The origin did not answer a check: {}", error.toString());
                    return Mono.just(AuditOutcome.ORIGIN_SILENT);
                });
    }

    private static Mono<AuditOutcome> differs(
            Mono<ComparableResponse> asking, StoredHit hit, ComparableResponse first) {
        if (!hit.isUsable()) {
            return Mono.just(AuditOutcome.INVALIDATED_MEANWHILE);
        }
        return asking.map(second -> {
            if (!hit.isUsable()) {
                return AuditOutcome.INVALIDATED_MEANWHILE;
            }
            return first.isSame(second) ? AuditOutcome.DIFFERS : AuditOutcome.CHANGES_EACH_TIME;
        });
    }

    private AuditedResponse subject(StoredHit hit) {
        return new AuditedResponse(
                hit.route(),
                hit.key(),
                hit.rawPath(),
                hit.resourceTags(),
                hit.stamp(),
                hit.response().currentAge(clock.steady()));
    }
}
