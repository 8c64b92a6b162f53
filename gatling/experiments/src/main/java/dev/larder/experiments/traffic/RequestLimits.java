package dev.larder.experiments.traffic;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/** Calls up to an end. */
public final class RequestLimits {

    private RequestLimits() {}

    /** The first so many. */
    public static Iterator<ExperimentRequest> count(Iterator<ExperimentRequest> calls, int count) {
        var left = new int[] {count};
        return until(calls, () -> left[0]-- <= 0);
    }

    /** Those before that moment of {@link System#nanoTime}. */
    public static Iterator<ExperimentRequest> time(Iterator<ExperimentRequest> calls, long end) {
        return until(calls, () -> System.nanoTime() - end >= 0);
    }

    /** Whoever asks for the next has asked once whether there is one. */
    private static Iterator<ExperimentRequest> until(Iterator<ExperimentRequest> calls, BooleanSupplier over) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !over.getAsBoolean() && calls.hasNext();
            }

            @Override
            public ExperimentRequest next() {
                if (!calls.hasNext()) {
                    throw new NoSuchElementException();
                }
                return calls.next();
            }
        };
    }
}
