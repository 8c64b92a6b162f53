package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RequestRule;
import reactor.core.publisher.Mono;

/**
 * Decides about requests affected by writes that are acknowledged but not delivered yet: an extension point for components that
 * acknowledge writes.
 */
public interface PendingWritePolicy {

    /** The policy of gateways without such writes. */
    PendingWritePolicy NONE = new PendingWritePolicy() {

        @Override
        public ReadsWhileWritePending reads(RequestRule rule) {
            return ReadsWhileWritePending.BYPASS;
        }

        @Override
        public Mono<Boolean> flush(EpochStamp stamp) {
            return Mono.just(true);
        }

        @Override
        public Mono<Boolean> settle(EpochStamp stamp) {
            return Mono.just(true);
        }
    };

    /** Returns how reads under this rule are answered in the meantime. */
    ReadsWhileWritePending reads(RequestRule rule);

    /**
     * Delivers the writes that invalidate responses with one of these tags; completes with whether none of them is left. For reads,
     * which do not wait for the repetition of a failed delivery.
     */
    Mono<Boolean> flush(EpochStamp stamp);

    /**
     * Like {@link #flush}, but for writes, which must not overtake them: waits as long as may be for repetitions and for other
     * members.
     */
    Mono<Boolean> settle(EpochStamp stamp);
}
