package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.LookupResult;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.invalidation.CacheTags;
import dev.larder.rfc9111.HeadFreshening;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * What an exchange and its fetches share.
 *
 * @param request the client's request
 * @param origin where it is forwarded
 * @param loop runs the actions of both
 * @param report what the cache did with the request
 * @param counter counts the request
 * @param hooks what the adapter of the exchange adds
 * @param memory what the response may take in memory before it is handed to the client's connection
 */
public record ExchangeContext(
        ExchangeServices services,
        ExchangeRequest request,
        OriginPort origin,
        ExchangeLoop loop,
        CacheReport report,
        ExchangeCounter counter,
        ExchangeHooks hooks,
        ContentMemory memory) {

    private static final int PARTIAL_CONTENT = 206;

    /** Creates the context of a request that has just been received. */
    public static ExchangeContext of(
            ExchangeServices services,
            ExchangeRequest request,
            OriginPort origin,
            ExchangeLoop loop,
            ExchangeHooks hooks,
            ContentMemory memory) {
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
                hooks,
                memory);
    }

    /** Returns the context of the same request's fetch in the background, which is not reported. */
    ExchangeContext inBackground() {
        return new ExchangeContext(
                services,
                request,
                origin.inBackground(),
                loop,
                new CacheReport(),
                counter,
                hooks,
                services.limits().memory().inBackground());
    }

    /** Returns the same context with another origin. */
    public ExchangeContext with(OriginPort other) {
        return new ExchangeContext(services, request, other, loop, report, counter, hooks, memory);
    }

    /** Reports a response of which the head is about to be sent; returns the head as the client gets it. */
    public ResponseHead reported(ResponseHead head) {
        counter.announced(request, report, head.status(), head.announcedLength().orElse(-1));
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

    /** Returns the stamp of a fetch with the tags that its response names itself. */
    EpochStamp stampOf(EpochStamp fetched, ResponseHead head) {
        Set<CacheTag> tags = services.originTags().ofResponse(head.fields());
        return tags.isEmpty() ? fetched : fetched.and(EpochStamp.of(fetched.epoch(), tags));
    }

    /** Returns that stamp with the pools that the content names; empty if the content cannot be read, or is a part. */
    Optional<EpochStamp> stampOf(EpochStamp fetched, ResponseHead head, StoredBody body) {
        ContentPools pools = request.rule().invalidation().contentPools();
        if (pools.isEmpty()) {
            return Optional.of(fetched);
        }
        if (head.status() == PARTIAL_CONTENT) {
            return Optional.empty();
        }
        return pools.of(head.fields(), StoredBodyUtils.octets(body)).map(names -> {
            Set<CacheTag> tags = names.stream().map(CacheTags::pool).collect(Collectors.toSet());
            return fetched.and(EpochStamp.of(fetched.epoch(), tags));
        });
    }

    /** Returns the stamp of a response that the origin has confirmed: what its content names is the same as before. */
    EpochStamp confirmed(EpochStamp fetched, ResponseHead head, EpochStamp before) {
        EpochStamp stamp = stampOf(fetched, head);
        return request.rule().invalidation().contentPools().isEmpty() ? stamp : stamp.and(before.at(stamp.epoch()));
    }

    /**
     * Stores a response, then delivers it to the initiator, which waits {@link BodyRecorder#PATIENCE} at most.
     *
     * @param stored called when the store has completed
     */
    void deliverOnceStored(Mono<Optional<Reason>> storing, Consumer<Optional<Reason>> stored, Runnable delivery) {
        var delivered = new AtomicBoolean();
        Runnable deliver = () -> {
            if (delivered.compareAndSet(false, true)) {
                delivery.run();
            }
        };
        storing.subscribe(notStored -> loop.run(() -> {
            try {
                stored.accept(notStored);
            } finally {
                deliver.run();
            }
        }));
        if (!delivered.get()) {
            loop.schedule(BodyRecorder.PATIENCE, deliver);
        }
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
        Optional<ResponseVariants> permitted = stored.filter(variants -> CacheKeys.mayUse(request.key(), variants));
        ReuseVerdict verdict = Reuse.judge(request.head(), permitted, invalidated, request.policy(), now());
        return verdict instanceof ReuseVerdict.ServeWhileRevalidating serve
                ? services.fetches().refreshBackoff().judge(request, serve)
                : verdict;
    }

    /** Returns the key of a fetched response: that of the request, unless it says that other query parameters matter. */
    CacheKey keyOf(StoredResponse fetched) {
        return store().variances()
                .storeKey(request.key(), request.head().target(), fetched.head().fields());
    }

    /**
     * Stores a fetched response under its own key, and nothing under that of the request if it differs.
     *
     * @param cost duration of the fetch in nanoseconds
     * @return why the response was not stored; empty if it was
     */
    Mono<Optional<Reason>> add(CacheKey own, StoredResponse fetched, EpochStamp stamp, long cost) {
        Mono<Optional<Reason>> added = store().add(own, fetched, request.policy(), stamp, cost);
        return own.equals(request.key()) ? added : store().drop(request.key()).then(added);
    }

    /** Another request has fetched the response meanwhile: this one waited for it, or now finds it stored. */
    void tellShared(StoredResponse stored) {
        if (counter.isFirstTelling()) {
            services.events().shared(request.route(), request.key(), request.resourceTags(), stored);
        }
    }

    /** Updates what is stored by the response to a HEAD (RFC 9111 4.3.5). */
    void freshenByHead(ResponseHead head, ReceptionTimes reception, EpochStamp stamp) {
        store().find(request.key(), request.resourceTags()::stampOfResponse)
                .flatMap(found -> Mono.justOrEmpty(found.variants()))
                .flatMap(stored -> store().replace(
                                request.key(),
                                stored,
                                HeadFreshening.apply(request.head(), head, stored, request.policy(), reception),
                                request.policy(),
                                stamp))
                .subscribe();
    }
}
