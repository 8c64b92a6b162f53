package dev.larder.policies.ghost;

import org.jspecify.annotations.Nullable;

/** A sampled key, and since when each ghost has it. Identified by its hash: no two objects share one. */
final class SampledKey {

    /** The stored copy: all copies stored at one request are the same object. */
    record Copy(long version, long time) {}

    final long hash;
    private final @Nullable Copy[] copies;
    private int holders;
    private int requests;

    /** Whether it is followed as one of the heaviest and represents only itself. */
    boolean heavy;

    /** Size in bytes at its last request. */
    long size;

    SampledKey(long hash, int ghosts) {
        this.hash = hash;
        this.copies = new Copy[ghosts];
    }

    @Nullable
    Copy in(int ghost) {
        return copies[ghost];
    }

    void enter(int ghost, Copy copy) {
        holders += copies[ghost] == null ? 1 : 0;
        copies[ghost] = copy;
    }

    void leave(int ghost) {
        holders -= copies[ghost] == null ? 0 : 1;
        copies[ghost] = null;
    }

    void requested() {
        requests++;
    }

    /** Returns the number of requests since it is followed. */
    int requests() {
        return requests;
    }

    /** Returns the number of ghosts that have it. */
    int holders() {
        return holders;
    }

    /** The bits that do not determine the sample. */
    @Override
    public int hashCode() {
        return (int) hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }
}
