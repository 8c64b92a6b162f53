package dev.larder.writes;

import java.util.UUID;

/**
 * Identifies a write to its origin: the same in every batch, after a redrive and after a restart, and never that of
 * another write. Consecutive writes of one channel have consecutive numbers of one series, so that the ids of a batch
 * are short.
 *
 * @param series unique to one channel in one run of its gateway
 * @param number within the series, from 1 on; 0 if the write is the only one of its series
 */
public record ItemId(UUID series, long number) {

    /** Whether the write was acknowledged before items had numbers: its series is its id, which its origin may know it by. */
    public boolean isUnnumbered() {
        return number == 0;
    }

    /** Returns the id as the origin sees it. */
    @Override
    public String toString() {
        return isUnnumbered() ? series.toString() : series + "/" + number;
    }
}
