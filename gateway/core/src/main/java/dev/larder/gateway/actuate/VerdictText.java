package dev.larder.gateway.actuate;

import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;

/** Describes a verdict in a sentence for operators. */
final class VerdictText {

    private VerdictText() {}

    /** Returns how a request is answered now, and why. */
    static String of(ReuseVerdict verdict, EntryStatus status, Instant now) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return "Served from the store: fresh for another " + seconds(serve.stored(), now) + ".";
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            return serve.reason() == Reason.HIT
                    ? "Served from the store while it is refreshed: fresh for another " + seconds(serve.stored(), now)
                            + "."
                    : "Served from the store while it is validated: stale for " + seconds(serve.stored(), now) + ".";
        }
        if (status == EntryStatus.FENCED) {
            return "Asked of the origin: a write is under way that may make it wrong.";
        }
        if (status == EntryStatus.LAPSED) {
            return "Asked of the origin: other members of the cluster may have written what this one has not heard of.";
        }
        if (status == EntryStatus.HELD) {
            return "As its rule says of held reads: a write that may make it wrong is acknowledged and not delivered yet.";
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            return "Validated before it is used: " + why(revalidate, now) + ".";
        }
        return verdict instanceof ReuseVerdict.Forward forward
                ? "Asked of the origin: " + why(forward.reason()) + "."
                : "Not answered.";
    }

    /** Returns the reason of a verdict, as in Cache-Status. */
    static Reason reason(ReuseVerdict verdict, EntryStatus status) {
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return serve.reason();
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            return serve.reason();
        }
        if (status == EntryStatus.FENCED) {
            return Reason.FENCED;
        }
        if (status == EntryStatus.LAPSED) {
            return Reason.LEASE_LAPSED;
        }
        if (status == EntryStatus.HELD) {
            return Reason.WRITE_PENDING;
        }
        if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            return revalidate.reason();
        }
        return verdict instanceof ReuseVerdict.Forward forward
                ? forward.reason()
                : ((ReuseVerdict.Refuse) verdict).reason();
    }

    private static String why(ReuseVerdict.Revalidate revalidate, Instant now) {
        return switch (revalidate.reason()) {
            case STALE -> "stale for " + seconds(revalidate.selected(), now);
            case INVALIDATED -> "a write or a purge has made it invalid since it was fetched";
            case RESPONSE_NO_CACHE -> "its origin says no-cache";
            case ALWAYS_VALIDATED -> "its rule says revalidate: always";
            default -> revalidate.reason().token();
        };
    }

    private static String why(Reason reason) {
        return switch (reason) {
            case VARY_MISS -> "what is stored is for requests with other selecting fields";
            case STORED_PART -> "what is stored is a part, for the very same Range only";
            default -> reason.token();
        };
    }

    private static String seconds(StoredResponse stored, Instant now) {
        return stored.ttl(now).abs().toSeconds() + " s";
    }
}
