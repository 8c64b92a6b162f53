package dev.larder.experiments;

/** How much of an experiment is done. */
public enum ExperimentScale {
    /** Just enough to see that it runs: its figures prove nothing. */
    SHORT,
    /** As the studies did it, or as much of it as a sitting allows. */
    FULL;

    /** One of two values. */
    public <T> T of(T brief, T whole) {
        return this == SHORT ? brief : whole;
    }
}
