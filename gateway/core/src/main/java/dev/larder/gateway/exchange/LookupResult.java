package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Optional;

/**
 * What a look into the store has found under a key.
 *
 * @param entry what is stored, usable or not
 * @param standing whether writes allow its use, or, if nothing is stored, that of a fetch
 * @param fault whether the store could not be asked
 */
public record LookupResult(Optional<CacheEntry<ResponseVariants>> entry, EntryStatus standing, boolean fault) {

    /** The responses stored, usable or not. */
    public Optional<ResponseVariants> variants() {
        return entry.map(CacheEntry::value);
    }

    /** The stamp of what is stored. */
    public EpochStamp stamp() {
        return entry.map(CacheEntry::stamp).orElse(EpochStamp.NONE);
    }

    /** Whether no write stands against its use. */
    public boolean usable() {
        return standing == EntryStatus.USABLE;
    }
}
