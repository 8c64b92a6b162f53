package dev.larder.insight.dryrun;

import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/**
 * Predicted outcome of a request.
 *
 * @param reason why it would have been answered from the store, or not
 * @param served response that would have been sent before any response of the origin; empty if it would have been forwarded
 * @param asks whether the origin's response would have replaced the stored one: not if the origin had not been contacted
 */
public record ExpectedOutcome(Reason reason, Optional<StoredResponse> served, boolean asks) {

    /** Returns the outcome of a verdict. */
    public static ExpectedOutcome of(ReuseVerdict verdict) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return new ExpectedOutcome(serve.reason(), Optional.of(serve.stored()), false);
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            return new ExpectedOutcome(serve.reason(), Optional.of(serve.stored()), true);
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            return forwarded(revalidate.reason());
        }
        return forwarded(
                verdict instanceof ReuseVerdict.Forward forward
                        ? forward.reason()
                        : ((ReuseVerdict.Refuse) verdict).reason());
    }

    /** Returns the outcome of a forwarded request. */
    public static ExpectedOutcome forwarded(Reason reason) {
        return new ExpectedOutcome(reason, Optional.empty(), true);
    }
}
