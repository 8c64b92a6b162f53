package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.Stamp;
import dev.larder.invalidation.Standing;
import dev.larder.rfc9111.Variants;
import java.util.Optional;

/**
 * What a look into the store has found under a key.
 *
 * @param entry what is stored, usable or not
 * @param standing whether writes allow its use, or, if nothing is stored, that of a fetch
 * @param fault whether the store could not be asked
 */
public record Found(Optional<CacheEntry<Variants>> entry, Standing standing, boolean fault) {

    /** The responses stored, usable or not. */
    public Optional<Variants> variants() {
        return entry.map(CacheEntry::value);
    }

    /** The stamp of what is stored. */
    public Stamp stamp() {
        return entry.map(CacheEntry::stamp).orElse(Stamp.NONE);
    }

    /** Whether no write stands against its use. */
    public boolean usable() {
        return standing == Standing.USABLE;
    }
}
