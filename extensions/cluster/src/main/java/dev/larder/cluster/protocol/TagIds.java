package dev.larder.cluster.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ids of tags. */
public final class TagIds {

    private final long[] ids;

    /** Of these, which nobody changes any more. */
    public TagIds(long... ids) {
        this.ids = ids;
    }

    /** The ids themselves, not a copy: read only. */
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
