package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Validation;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A lookup that a cache would have made before the origin was contacted.
 *
 * @param kept what would have been stored
 */
public record DryRunLookup(
        RequestHead request, CacheKey key, CachePolicy policy, Optional<DryRunEntry> kept, ReuseVerdict verdict) {

    private static final int NOT_MODIFIED = 304;

    /** The entries that would be stored. */
    public interface Entries {

        /** Returns the entry that would be stored under a key. */
        Optional<DryRunEntry> find(CacheKey key);

        /** Records the entry that would be stored under a key from now on. */
        void keep(CacheKey key, DryRunEntry now);
    }

    /** What is known about invalidations when a response has arrived. */
    public interface Invalidations {

        /** Returns whether no write has invalidated a response with this stamp. */
        boolean isUsable(EpochStamp stamp);

        /** Returns the stamp of a response with this head, which has been fetched for the request. */
        EpochStamp stamp(ResponseHead head);

        /** Returns whether a response with this stamp may be stored. */
        boolean isShareable(EpochStamp stamp);
    }

    /**
     * Looks a request up.
     *
     * @param invalid whether a response with this stamp must not be used
     */
    public static DryRunLookup of(
            Entries entries,
            RequestHead request,
            CacheKey key,
            CachePolicy policy,
            Predicate<EpochStamp> invalid,
            Instant asked) {
        Optional<DryRunEntry> kept = entries.find(key);
        boolean wrong = kept.filter(stored -> invalid.test(stored.stamp())).isPresent();
        ReuseVerdict verdict = Reuse.judge(request, kept.map(DryRunEntry::variants), wrong, policy, asked);
        return new DryRunLookup(request, key, policy, kept, verdict);
    }

    /** Returns the predicted outcome. */
    public ExpectedOutcome expected() {
        return ExpectedOutcome.of(verdict);
    }

    /**
     * Stores the origin's response as the cache would have.
     *
     * @return whether it would have stored or freshened one
     */
    public boolean fill(Entries entries, DryRunResponse sent, ReceptionTimes reception, Invalidations invalidations) {
        if (sent.head().status() == NOT_MODIFIED) {
            return freshen(entries, sent.head(), reception, invalidations);
        }
        EpochStamp stored = sent.stamp();
        if (sent.verdict() instanceof StoreVerdict.Store store && sent.body().isPresent()) {
            StoredResponse response = store.response().withBody(sent.body().get());
            Optional<DryRunEntry> beside = entries.find(key)
                    .filter(known -> invalidations.isUsable(known.stamp().and(stored)));
            entries.keep(
                    key,
                    beside.map(known -> new DryRunEntry(
                                    known.variants().with(response, policy),
                                    known.stamp().and(stored)))
                            .orElseGet(() -> new DryRunEntry(ResponseVariants.of(response), stored)));
            return true;
        }
        return false;
    }

    /** Records that the client's own condition has validated the entry that the cache would have validated. */
    private boolean freshen(Entries entries, ResponseHead head, ReceptionTimes reception, Invalidations invalidations) {
        if (!(verdict instanceof ReuseVerdict.Revalidate revalidate) || kept.isEmpty()) {
            return false;
        }
        Validation.Outcome outcome =
                Validation.judge(request, kept.get().variants(), revalidate.selected(), head, policy, reception);
        if (!(outcome instanceof Validation.Outcome.Freshened freshened)) {
            return false;
        }
        EpochStamp confirmed = invalidations.stamp(freshened.after().head());
        Optional<ResponseVariants> stored = freshened.stored().filter(variants -> invalidations.isShareable(confirmed));
        stored.ifPresent(variants -> entries.keep(key, new DryRunEntry(variants, confirmed)));
        return stored.isPresent();
    }
}
