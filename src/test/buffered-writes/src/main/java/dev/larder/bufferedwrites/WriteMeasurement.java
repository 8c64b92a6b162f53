package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.RowLoad.LoadLatency;
import dev.larder.bufferedwrites.origin.DatabaseStatistics;

/**
 * One measurement: so many rows written to a table in one way.
 *
 * @param isExplained whether the database explained its statements, which takes time of its own
 */
record WriteMeasurement(
        Case subject, WriteMode mode, boolean isExplained, DatabaseStatistics figures, LoadLatency sent, Work work) {

    /**
     * What is measured.
     *
     * @param table by its shape
     * @param size rows
     */
    record Case(String table, int size) {}

    /**
     * What it took.
     *
     * @param wallMillis from the first request until the last row was committed
     * @param originMillis CPU time of the origin
     * @param databaseMillis CPU time of the database's processes
     * @param gatewayMillis CPU time of the gateway; 0 without one
     */
    record Work(double wallMillis, long originMillis, long databaseMillis, long gatewayMillis) {}

    /** Names of {@link #csv()}. */
    static final String CSV_HEAD =
            "table,size,mode,explained,statements,planning_ms,execution_ms,wall_ms,p50_us,p99_us,"
                    + "refused,origin_cpu_ms,database_cpu_ms,gateway_cpu_ms";

    /** A line. */
    String csv() {
        return String.join(
                ",",
                subject.table(),
                String.valueOf(subject.size()),
                mode.toString(),
                String.valueOf(isExplained),
                String.valueOf(figures.statements()),
                String.valueOf(figures.planningMillis()),
                String.valueOf(figures.executionMillis()),
                String.valueOf(work.wallMillis()),
                String.valueOf(sent.p50Micros()),
                String.valueOf(sent.p99Micros()),
                String.valueOf(sent.refused()),
                String.valueOf(work.originMillis()),
                String.valueOf(work.databaseMillis()),
                String.valueOf(work.gatewayMillis()));
    }
}
