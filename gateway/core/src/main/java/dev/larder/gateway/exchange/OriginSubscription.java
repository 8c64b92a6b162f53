package dev.larder.gateway.exchange;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * Whoever has asked an origin, and may leave at any moment, by another thread than the answer's: the answer is let go
 * then, whether it has been handed over, is being handed over, or comes later.
 */
final class OriginSubscription {

    private volatile boolean gone;
    private volatile @Nullable OriginResponseStream brought;

    /** Hands the answer over by this sink, which drops it if nobody waits for it any more. */
    void bring(MonoSink<OriginResponseStream> sink, OriginResponseStream answer) {
        brought = answer;
        if (!gone) {
            sink.success(answer);
        }
        if (gone) {
            answer.discard();
        }
    }

    /** Has no use for the answer any more. */
    void leave() {
        gone = true;
        OriginResponseStream answer = brought;
        if (answer != null) {
            answer.discard();
        }
    }
}
