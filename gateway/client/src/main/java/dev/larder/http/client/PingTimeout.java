package dev.larder.http.client;

import java.util.concurrent.TimeUnit;

/**
 * Notices that an HTTP/2 connection has died silently (RFC 9113 6.7): nothing arrives while requests wait, and a PING is not answered. Whatever arrives counts as an answer.
 *
 * <table>
 * <caption>States; left for {@code QUIET} when something has been read</caption>
 * <tr><th>state</th><th>left by</th></tr>
 * <tr><td>QUIET</td><td>PING, {@link #SILENCE} after the sweep that has found something read</td></tr>
 * <tr><td>ASKED</td><td>{@link #ANSWER} later</td></tr>
 * <tr><td>OVERDUE</td><td>closing at the next sweep: an answer may have waited while the process stood still, and is read
 * before that</td></tr>
 * </table>
 */
final class PingTimeout {

    /** Time without an octet from the origin after which it is asked by PING. */
    static final long SILENCE = TimeUnit.SECONDS.toNanos(10);

    /** Time that the origin has to answer. */
    static final long ANSWER = TimeUnit.SECONDS.toNanos(10);

    private State state = State.QUIET;
    private long since;
    private long seen = -1;

    private enum State {
        QUIET,
        ASKED,
        OVERDUE
    }

    /** What is to be done. */
    enum Step {
        NONE,
        PING,
        CLOSE
    }

    /**
     * Called at each sweep while requests wait for the origin. Time without requests counts only if nothing is read after it
     * either.
     *
     * @param reads how often something has been read
     */
    Step sweep(long now, long reads) {
        if (reads != seen) {
            seen = reads;
            since = now;
            state = State.QUIET;
        }
        return switch (state) {
            case QUIET -> {
                if (now - since < SILENCE) {
                    yield Step.NONE;
                }
                state = State.ASKED;
                since = now;
                yield Step.PING;
            }
            case ASKED -> {
                if (now - since >= ANSWER) {
                    state = State.OVERDUE;
                }
                yield Step.NONE;
            }
            case OVERDUE -> Step.CLOSE;
        };
    }
}
