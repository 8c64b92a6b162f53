package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * What an exchange and its fetches share.
 *
 * @param request the client's request
 * @param origin where it is forwarded
 * @param loop the thread of both
 * @param report what the cache did with the request
 * @param counter counts the request
 * @param adapter what the adapter of the exchange adds
 */
public record ExchangeContext(
        ExchangeServices services,
        ExchangeRequest request,
        OriginPort origin,
        ExchangeLoop loop,
        CacheReport report,
        ExchangeCounter counter,
        ExchangeAdapter adapter) {

    /** Creates the context of a request that has just been received. */
    public static ExchangeContext of(
            ExchangeServices services,
            ExchangeRequest request,
            OriginPort origin,
            ExchangeLoop loop,
            ExchangeAdapter adapter) {
        return new ExchangeContext(
                services,
                request,
                origin,
                loop,
                new CacheReport(),
                ExchangeCounter.begin(
                        services.reporter().traffic(),
                        services.store(),
                        services.clock(),
                        request.route(),
                        request.rule()),
                adapter);
    }

    /** Returns the context of the same request's fetch in the background, which is not reported. */
    ExchangeContext inBackground() {
        return new ExchangeContext(services, request, origin.inBackground(), loop, new CacheReport(), counter, adapter);
    }

    /** Returns the same context with another origin. */
    ExchangeContext with(OriginPort other) {
        return new ExchangeContext(services, request, other, loop, report, counter, adapter);
    }

    /** Reports a response of which the head is about to be sent; returns the head as the client gets it. */
    public ResponseHead reported(ResponseHead head) {
        counter.announced(
                request, report, head.status(), FetchResponse.announced(head).orElse(-1));
        services.reporter().sent(request, report, head.status());
        return services.reporter().reported(head, report);
    }

    ResponseStore store() {
        return services.store();
    }

    Instant now() {
        return services.clock().steady();
    }

    /** Returns the stamp of a response whose fetch begins now. */
    EpochStamp stamp() {
        return store().stamp(request.resourceTags().stampOfResponse());
    }

    /** Returns the reason that allows the selected response to be served although the origin failed; empty if none does. */
    Optional<Reason> stale(Optional<SelectedResponse> selection, Failure failure) {
        return selection.flatMap(selected -> selected.whenOriginFails(store(), request, failure, now()));
    }

    /** Returns whether a fetch is still needed since the lookup, and is this gateway's; named stores belong to one gateway. */
    Mono<Boolean> isFetchNeeded(LookupResult found, CollapsedFetch fetch) {
        Mono<Boolean> needed = store().holds(request.key(), found.variants());
        return request.rule().handling().store().isPresent()
                ? needed
                : needed.flatMap(still -> still
                        ? services.fetches().isMine(fetch, request.key(), request.credentials())
                        : Mono.just(false));
    }

    /** Returns the verdict about what is stored for the request (RFC 9111 4). */
    ReuseVerdict judge(Optional<ResponseVariants> stored, boolean invalidated) {
        return Reuse.judge(request.head(), stored, invalidated, request.policy(), now());
    }

    /** Another request has fetched the response meanwhile: this one waited for it, or now finds it stored. */
    void tellShared(StoredResponse stored) {
        if (counter.isFirstTelling()) {
            services.events().shared(request.route(), request.key(), request.resourceTags(), stored);
        }
    }
}
