package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RequestRule;
import reactor.core.publisher.Mono;

/**
 * Decides about requests that concern what a write makes wrong which is acknowledged and not yet delivered: an extension point
 * of the cache, for whoever acknowledges such writes.
 */
public interface PendingWritePolicy {

    /** There are no such writes. */
    PendingWritePolicy NONE = new PendingWritePolicy() {

        @Override
        public ReadsWhileWritePending reads(RequestRule rule) {
            return ReadsWhileWritePending.BYPASS;
        }

        @Override
        public Mono<Boolean> flush(EpochStamp stamp) {
            return Mono.just(true);
        }
    };

    /** What a read under this rule is answered meanwhile. */
    ReadsWhileWritePending reads(RequestRule rule);

    /** Delivers the writes that make wrong what has one of these tags; completes with whether none of them is left. */
    Mono<Boolean> flush(EpochStamp stamp);
}
