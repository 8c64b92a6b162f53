package dev.larder.gateway.filter.origin;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * A caller's interest in a response of the origin. The caller may leave at any time and on any thread: the response is then
 * cancelled, whether it has been handed over, is being handed over, or arrives later.
 */
final class OriginSubscription {

    private volatile boolean gone;
    private volatile @Nullable OriginResponseStream brought;

    /** Hands the response over through this sink, which drops it if it was cancelled. */
    void bring(MonoSink<OriginResponseStream> sink, OriginResponseStream answer) {
        brought = answer;
        if (!gone) {
            sink.success(answer);
        }
        if (gone) {
            answer.cancel();
        }
    }

    /** Cancels the response, now or when it arrives. */
    void leave() {
        gone = true;
        OriginResponseStream answer = brought;
        if (answer != null) {
            answer.cancel();
        }
    }
}
