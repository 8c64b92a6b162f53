package dev.larder.gateway.exchange;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoreVerdict;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides by its head why a response is passed on without being recorded, although the origin may permit that it is stored. */
final class RecordingObstacle {

    private RecordingObstacle() {}

    /**
     * Returns why a response is not recorded; empty if it is to be.
     *
     * @param verdict whether the response may be stored
     * @param memory takes what the recording needs at first
     */
    static Optional<Reason> of(
            ResponseHead head, StoreVerdict verdict, ExchangeContext context, ContentMemory.Claim memory) {
        OptionalLong announced = head.announcedLength();
        CacheLimits limits = context.services().limits();
        RequestRule rule = context.request().rule();
        if (verdict instanceof StoreVerdict.DoNotStore no) {
            return Optional.of(no.reason());
        }
        if (hasNoEnd(head, announced)) {
            return Optional.of(Reason.INCREMENTAL);
        }
        if (!limits.allows(announced, rule)) {
            return Optional.of(Reason.TOO_LARGE);
        }
        boolean there = memory.take(HeapRecording.needed(announced, limits.maxObjectSize(rule)));
        return there ? Optional.empty() : Optional.of(Reason.NO_MEMORY);
    }

    /** A stream whose length is not announced may last for ever: it would be recorded once for each client, and never be stored. */
    private static boolean hasNoEnd(ResponseHead head, OptionalLong announced) {
        return announced.isEmpty() && Incremental.isStream(head.fields());
    }
}
