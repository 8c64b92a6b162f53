package dev.larder.policies.ghost;

/**
 * A read request, as far as ghosts need to know it.
 *
 * @param key hash of its key, by which keys are told apart and drawn
 * @param size weight of what is stored under the key, in bytes, at least 1
 * @param version of what is stored under the key
 * @param time when it came, in any unit
 * @param lifetime how long what is stored may be used, in that unit; {@link Long#MAX_VALUE} if for ever
 * @param stands for how many reads of its key it stands, should the key be one of the heaviest: 1 if every read is told
 * @param stratum in which it counts, by {@link GhostCaches#stratum}
 */
public record GhostRead(
        long key, long size, ContentVersion version, long time, long lifetime, int stands, int stratum) {}
