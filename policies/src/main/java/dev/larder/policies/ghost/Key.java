package dev.larder.policies.ghost;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key of the sample, and since when each ghost holds it. It is its hash: no two objects of one hash are ever in use. */
final class Key {

    /** Which of the stored ones it is: of all that were stored at one request there is one object. */
    record Copy(long version, long time) {}

    final long hash;
    private final @Nullable Copy[] copies;
    private int holders;
    private int requests;
    private final short[] missed;

    /** Whether it is followed as one of the heaviest, and stands for itself alone. */
    boolean heavy;

    /** How often it has been asked for again while it was followed as drawn. */
    int again;

    /** Bytes, as at its last request. */
    long size;

    Key(long hash, int ghosts) {
        this.hash = hash;
        this.copies = new Copy[ghosts];
        this.missed = new short[ghosts];
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

    /** How often a ghost has missed it when it was asked for again. */
    int missed(int ghost) {
        return missed[ghost];
    }

    void miss(int ghost) {
        missed[ghost] = (short) Math.min(Short.MAX_VALUE, missed[ghost] + 1);
    }

    /** What it was asked for before counts no longer. */
    void begin() {
        again = 0;
        Arrays.fill(missed, (short) 0);
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
