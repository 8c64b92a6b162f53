package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseConstruction;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Vary;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up requests that need no routing. Requests that the store cannot answer immediately are left to the route: nothing is
 * forwarded, validated or rejected here.
 */
final class EarlyLookup {

    private final ResponseStore store;
    private final LarderClock clock;
    private final Optional<StatusHeader> statusField;
    private final UnkeyedFields unkeyed;

    EarlyLookup(ResponseStore store, LarderClock clock, Optional<StatusHeader> statusField, UnkeyedFields unkeyed) {
        this.store = store;
        this.clock = clock;
        this.statusField = statusField;
        this.unkeyed = unkeyed;
    }

    UnkeyedFields unkeyed() {
        return unkeyed;
    }

    /** Returns the time by which freshness is calculated. */
    Instant now() {
        return clock.steady();
    }

    /**
     * Returns the fields of a request as the route would see them.
     *
     * @param peer address of the sender
     */
    HeaderFields fields(Iterable<Map.Entry<String, String>> received, @Nullable InetSocketAddress peer) {
        return unkeyed.leftOf(received, peer);
    }

    /** Returns the response to a request, if it is stored and the client does not ask for another. */
    Optional<EarlyHit> find(CachedRoutingDecision decision, String method, HeaderFields fields) {
        RequestHead request = Vary.withoutUnusable(decision.head(method, fields));
        CacheEntry<ResponseVariants> entry = decision.mayRequestBypass(request.fields()) ? null : usable(decision);
        if (entry == null) {
            return Optional.empty();
        }
        Instant now = now();
        ReuseVerdict verdict = Reuse.judge(
                request, Optional.of(entry.value()), decision.routing().policy(), now);
        return verdict instanceof ReuseVerdict.Serve serve
                ? Optional.of(hit(decision, request, entry, serve, now))
                : Optional.empty();
    }

    /** Returns the stored entry, unless a write invalidates it. */
    @Nullable
    CacheEntry<ResponseVariants> usable(CachedRoutingDecision decision) {
        CacheEntry<ResponseVariants> entry = store.atOnce(decision.routing().key());
        return entry == null || !store.isUsable(entry.stamp()) ? null : entry;
    }

    private EarlyHit hit(
            CachedRoutingDecision decision,
            RequestHead request,
            CacheEntry<ResponseVariants> entry,
            ReuseVerdict.Serve serve,
            Instant now) {
        StoredResponse stored = serve.stored();
        ConstructedResponse answer = ResponseConstruction.construct(request, stored, now);
        ResponseHead head = head(decision, answer.head(), stored, serve.reason(), now);
        return new EarlyHit(decision, request.method(), entry, stored, answer, head, serve.reason());
    }

    /** Returns a head as it is sent to the client: the engine's, as the route's filters leave it, with what the cache did. */
    ResponseHead head(
            CachedRoutingDecision decision, ResponseHead answer, StoredResponse stored, Reason reason, Instant now) {
        var report = new CacheReport();
        report.hit(reason, stored.ttl(now));
        return ExchangeReporter.reported(decision.responseFilters().applyTo(answer), report, statusField, clock.wall());
    }
}
