package dev.larder.bufferedwrites;

import java.util.List;

/** Somebody who writes rows. */
interface RowLoad {

    /**
     * Writes rows, and returns when each request has been answered with success.
     *
     * @param table by its shape
     * @param rows in JSON
     */
    LoadLatency send(String table, List<String> rows) throws InterruptedException;

    /**
     * How that went.
     *
     * @param p50Micros median of the time to an answer, microseconds
     * @param p99Micros its 99th percentile
     * @param refused requests that were answered 429 or 503, and sent again
     */
    record LoadLatency(long p50Micros, long p99Micros, long refused) {}
}
