package dev.larder.invalidation;

/** Effect of an invalidation at the member that published it. */
public final class EpochChange {

    /** No change. */
    public static final EpochChange NOT = to(0);

    private final long now;
    private final long[] tags;
    private final long[] before;

    /**
     * @param tags ids of the tags that it has advanced
     * @param before the epochs that they had, in the same order
     */
    EpochChange(long now, long[] tags, long[] before) {
        this.now = now;
        this.tags = tags;
        this.before = before;
    }

    /** Returns a change to this epoch that is of no single tag. */
    public static EpochChange to(long epoch) {
        return new EpochChange(epoch, new long[0], new long[0]);
    }

    /** Returns the epoch that all its tags have now. */
    public long now() {
        return now;
    }

    /** Returns the epoch that this tag had before, or {@code otherwise} if it has not advanced it. */
    long before(long tag, long otherwise) {
        for (int i = 0; i < tags.length; i++) {
            if (tags[i] == tag) {
                return before[i];
            }
        }
        return otherwise;
    }

    @Override
    public String toString() {
        return "EpochChange to " + now + " of " + tags.length + " tags";
    }
}
