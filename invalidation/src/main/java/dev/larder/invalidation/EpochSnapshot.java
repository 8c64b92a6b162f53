package dev.larder.invalidation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The epochs of all tags at one moment, for a member that has missed some: only those that have ever moved. */
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
     * What concerns all tags.
     *
     * @param clock the latest epoch
     * @param everything the epoch before which all is invalid
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
     * From what an earlier one had.
     *
     * @param counters how many the member has that it is from
     * @param slots which of them have moved
     * @param epochs where they are now
     */
    public static EpochSnapshot restore(int counters, Marks marks, int[] slots, long[] epochs) {
        return new EpochSnapshot(counters, marks, slots.clone(), epochs.clone());
    }

    /** How many counters the member has that it is from. */
    public int counters() {
        return counters;
    }

    /** What concerns all tags. */
    public Marks marks() {
        return new Marks(clock, everything, fills);
    }

    /** How many counters have moved. */
    public int size() {
        return slots.length;
    }

    /** One that has moved, by its place in here. */
    public int slot(int index) {
        return slots[index];
    }

    /** Where it is now. */
    public long epoch(int index) {
        return epochs[index];
    }

    /** A member with another number of counters cannot tell which tags have moved: all have. */
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
