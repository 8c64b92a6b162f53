package dev.larder.policies.ghost;

/**
 * A read request, as far as ghosts need it.
 *
 * @param key hash of its key, which identifies and samples keys
 * @param size weight of the key's entry, in bytes, at least 1
 * @param version of the key's content
 * @param time of the request, in any unit
 * @param lifetime freshness lifetime of the entry, in that unit; {@link Long#MAX_VALUE} if unlimited
 * @param stands number of reads of its key that it represents if the key is among the heaviest: 1 if every read is reported
 * @param stratum in which it counts, by {@link GhostCaches#stratum}
 */
public record GhostRead(
        long key, long size, ContentVersion version, long time, long lifetime, int stands, int stratum) {}
