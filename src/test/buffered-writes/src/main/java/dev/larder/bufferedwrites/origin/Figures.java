package dev.larder.bufferedwrites.origin;

/**
 * What the database has done since the last reset.
 *
 * @param rows committed
 * @param statements that inserted them
 * @param planningMillis of those statements, as EXPLAIN reports it; 0 if they were not explained
 * @param executionMillis of those statements, with their triggers, as EXPLAIN reports it; 0 if they were not explained
 * @param lastCommitMicros when the last row was committed, microseconds since 1970
 */
public record Figures(
        long rows, long statements, double planningMillis, double executionMillis, long lastCommitMicros) {

    /** Nothing yet. */
    public static final Figures NONE = new Figures(0, 0, 0, 0, 0);

    Figures withCommit(long more, long micros) {
        return new Figures(
                rows + more, statements, planningMillis, executionMillis, Math.max(lastCommitMicros, micros));
    }

    Figures withStatement(double planning, double execution) {
        return new Figures(
                rows, statements + 1, planningMillis + planning, executionMillis + execution, lastCommitMicros);
    }
}
