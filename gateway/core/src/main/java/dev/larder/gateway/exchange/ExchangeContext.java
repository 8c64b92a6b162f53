package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StaleServing.Failure;
import java.time.Instant;
import java.util.Optional;

/**
 * What an exchange and its fetches share.
 *
 * @param request the client's request
 * @param origin where it is forwarded
 * @param loop the thread of both
 * @param report what the cache did with the request
 * @param counter counts the request
 * @param whenReusable called when the stored response is found usable, or is stored
 */
public record ExchangeContext(
        ExchangeServices services,
        ExchangeRequest request,
        OriginPort origin,
        ExchangeLoop loop,
        CacheReport report,
        ExchangeCounter counter,
        Runnable whenReusable) {

    /** Creates the context of a request that has just been received. */
    public static ExchangeContext of(
            ExchangeServices services,
            ExchangeRequest request,
            OriginPort origin,
            ExchangeLoop loop,
            Runnable whenReusable) {
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
                whenReusable);
    }

    /** Returns the context of the same request's fetch in the background, which is not reported. */
    ExchangeContext inBackground() {
        return new ExchangeContext(services, request, origin, loop, new CacheReport(), counter, whenReusable);
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
}
