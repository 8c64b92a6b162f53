package dev.larder.experiments.traffic;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/** Calls up to an end. */
public final class Limits {

    private Limits() {}

    /** The first so many. */
    public static Iterator<Call> count(Iterator<Call> calls, int count) {
        var left = new int[] {count};
        return until(calls, () -> left[0]-- <= 0);
    }

    /** Those before that moment of {@link System#nanoTime}. */
    public static Iterator<Call> time(Iterator<Call> calls, long end) {
        return until(calls, () -> System.nanoTime() - end >= 0);
    }

    /** Whoever asks for the next has asked once whether there is one. */
    private static Iterator<Call> until(Iterator<Call> calls, BooleanSupplier over) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !over.getAsBoolean() && calls.hasNext();
            }

            @Override
            public Call next() {
                if (!calls.hasNext()) {
                    throw new NoSuchElementException();
                }
                return calls.next();
            }
        };
    }
}
