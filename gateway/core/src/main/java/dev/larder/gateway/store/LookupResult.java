package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Optional;

/**
 * Result of a store lookup for a key.
 *
 * @param entry the stored entry, usable or not
 * @param standing whether writes allow its use or, if nothing is stored, that of a fetched response
 * @param hasFault whether the store failed
 */
public record LookupResult(Optional<CacheEntry<ResponseVariants>> entry, EntryStatus standing, boolean hasFault) {

    /** Returns the stored responses, usable or not. */
    public Optional<ResponseVariants> variants() {
        return entry.map(CacheEntry::value);
    }

    /** Returns the stamp of the stored entry. */
    public EpochStamp stamp() {
        return entry.map(CacheEntry::stamp).orElse(EpochStamp.NONE);
    }

    /** Returns why a request is forwarded: that a write prevents the use of the entry, or else this reason. */
    public Reason unlessBarred(Reason reason) {
        return switch (standing) {
            case FENCED -> Reason.FENCED;
            case LAPSED -> Reason.LEASE_LAPSED;
            case HELD -> Reason.WRITE_PENDING;
            default -> reason;
        };
    }

    /** Returns whether no write prevents the use of the entry. */
    public boolean isUsable() {
        return standing == EntryStatus.USABLE;
    }
}
