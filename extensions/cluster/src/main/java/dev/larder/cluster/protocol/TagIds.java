package dev.larder.cluster.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An array of tag ids. */
public final class TagIds {

    private final long[] ids;

    /** Wraps these ids, which must not be modified any more. */
    public TagIds(long... ids) {
        this.ids = ids;
    }

    /** Returns the ids themselves, not a copy: read only. */
    public long[] ids() {
        return ids;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TagIds that && Arrays.equals(ids, that.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return ids.length + " tags";
    }
}
