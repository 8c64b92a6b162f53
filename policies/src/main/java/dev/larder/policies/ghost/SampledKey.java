package dev.larder.policies.ghost;

import org.jspecify.annotations.Nullable;

/** A key of the sample, and since when each ghost holds it. It is its hash: no two objects of one hash are ever in use. */
final class SampledKey {

    /** Which of the stored ones it is: of all that were stored at one request there is one object. */
    record Copy(long version, long time) {}

    final long hash;
    private final @Nullable Copy[] copies;
    private int holders;
    private int requests;

    /** Whether it is followed as one of the heaviest, and stands for itself alone. */
    boolean heavy;

    /** Bytes, as at its last request. */
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

    /** How often it has been requested since it is known. */
    int requests() {
        return requests;
    }

    /** Number of ghosts that hold it. */
    int holders() {
        return holders;
    }

    /** Those bits that do not decide about the sample. */
    @Override
    public int hashCode() {
        return (int) hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }
}
