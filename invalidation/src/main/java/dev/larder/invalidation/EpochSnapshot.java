package dev.larder.invalidation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The epochs of all tags at one moment, for a member that has missed some; contains only those that have ever advanced. */
public final class EpochSnapshot {

    private final int counters;
    private final long clock;
    private final long everything;
    private final long fills;
    private final int[] slots;
    private final long[] epochs;

    private EpochSnapshot(int counters, Marks marks, int[] slots, long[] epochs) {
        this.counters = counters;
        this.clock = marks.clock();
        this.everything = marks.everything();
        this.fills = marks.fills();
        this.slots = slots;
        this.epochs = epochs;
    }

    /**
     * Epochs that concern all tags.
     *
     * @param clock the latest epoch
     * @param everything the epoch before which everything is invalid
     * @param fills the epoch before which no fetch may be stored
     */
    public record Marks(long clock, long everything, long fills) {}

    static EpochSnapshot of(EpochCounters counts) {
        var marks = new Marks(counts.latest(), counts.everything(), counts.fills());
        int[] slots = IntStream.range(0, counts.counters())
                .filter(slot -> counts.epoch(slot) != 0)
                .toArray();
        long[] epochs = Arrays.stream(slots).mapToLong(counts::epoch).toArray();
        return new EpochSnapshot(counts.counters(), marks, slots, epochs);
    }

    /**
     * Restores a snapshot from its parts.
     *
     * @param counters number of counters of the member it comes from
     * @param slots the counters that have advanced
     * @param epochs their current values
     */
    public static EpochSnapshot restore(int counters, Marks marks, int[] slots, long[] epochs) {
        return new EpochSnapshot(counters, marks, slots.clone(), epochs.clone());
    }

    /** Returns the number of counters of the member it comes from. */
    public int counters() {
        return counters;
    }

    /** Returns the epochs that concern all tags. */
    public Marks marks() {
        return new Marks(clock, everything, fills);
    }

    /** Returns the number of counters that have advanced. */
    public int size() {
        return slots.length;
    }

    /** Returns an advanced counter, by its index in this snapshot. */
    public int slot(int index) {
        return slots[index];
    }

    /** Returns the current value of that counter. */
    public long epoch(int index) {
        return epochs[index];
    }

    /** Merges the snapshot into counters. If their number differs, it is unknown which tags have advanced, so all do. */
    void addTo(EpochCounters counts) {
        counts.raiseLatest(clock);
        counts.raiseFills(fills);
        if (counts.counters() != counters) {
            counts.raiseEverything(clock);
            return;
        }
        for (int i = 0; i < slots.length; i++) {
            counts.raiseEpoch(slots[i], epochs[i]);
        }
        counts.raiseEverything(everything);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EpochSnapshot that
                && counters == that.counters
                && marks().equals(that.marks())
                && Arrays.equals(slots, that.slots)
                && Arrays.equals(epochs, that.epochs);
    }

    @Override
    public int hashCode() {
        return 31 * marks().hashCode() + Arrays.hashCode(epochs);
    }

    @Override
    public String toString() {
        return "clock " + clock + ", " + slots.length + " of " + counters + " counters moved";
    }
}
