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
public record DatabaseStatistics(
        long rows, long statements, double planningMillis, double executionMillis, long lastCommitMicros) {

    /** Nothing yet. */
    public static final DatabaseStatistics NONE = new DatabaseStatistics(0, 0, 0, 0, 0);

    DatabaseStatistics withCommit(long more, long micros) {
        return new DatabaseStatistics(
                rows + more, statements, planningMillis, executionMillis, Math.max(lastCommitMicros, micros));
    }

    DatabaseStatistics withStatement(double planning, double execution) {
        return new DatabaseStatistics(
                rows, statements + 1, planningMillis + planning, executionMillis + execution, lastCommitMicros);
    }
}
