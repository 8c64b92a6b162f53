package dev.larder.writes;

import java.util.UUID;

/**
 * Names a write to its origin: the same in every batch, after a redrive and after a restart, and never that of another write.
 * Writes of one channel that are acknowledged one after the other have successive numbers of one series, so that the ids of a
 * batch are short.
 *
 * @param series unique to one channel in one life of its gateway
 * @param number within the series, from 1 on; 0 if the write is the only one of its series
 */
public record ItemId(UUID series, long number) {

    /** Whether the write was acknowledged before items had numbers: its series is its id, by which its origin may know it. */
    public boolean isUnnumbered() {
        return number == 0;
    }

    /** The id as the origin sees it. */
    @Override
    public String toString() {
        return isUnnumbered() ? series.toString() : series + "/" + number;
    }
}
