package dev.larder.insight.dryrun;

import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/**
 * What would have become of a request.
 *
 * @param reason why it would have been answered from the store, or not
 * @param served what it would have been answered with, without asking the origin; empty if it would have been forwarded
 */
public record ExpectedOutcome(Reason reason, Optional<StoredResponse> served) {

    /** What a verdict would have led to. */
    public static ExpectedOutcome of(ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return new ExpectedOutcome(serve.reason(), Optional.of(serve.stored()));
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            return new ExpectedOutcome(Reason.HIT_STALE_WHILE_REVALIDATE, Optional.of(serve.stored()));
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            return forwarded(revalidate.reason());
        }
        return forwarded(
                verdict instanceof ReuseVerdict.Forward forward
                        ? forward.reason()
                        : ((ReuseVerdict.Refuse) verdict).reason());
    }

    /** The origin would have been asked. */
    public static ExpectedOutcome forwarded(Reason reason) {
        return new ExpectedOutcome(reason, Optional.empty());
    }

    /** Whether the origin's answer would have taken the place of what is stored: not if it had not been asked. */
    public boolean asks() {
        return served.isEmpty() || reason == Reason.HIT_STALE_WHILE_REVALIDATE;
    }
}
