package dev.larder.compare.scenario;

import java.io.PrintStream;
import java.util.Locale;

/** One line for each step, on the error output. */
public final class ProgressMessages {

    private static final double NANOS = 1e9;

    private final PrintStream out;
    private final long begin = System.nanoTime();

    /** Writes to this. */
    public ProgressMessages(PrintStream out) {
        this.out = out;
    }

    /** Says what has just happened, with the seconds since the beginning. */
    public void say(String format, Object... values) {
        var seconds = (System.nanoTime() - begin) / NANOS;
        out.printf(Locale.ROOT, "[%6.1f s] %s%n", seconds, String.format(Locale.ROOT, format, values));
    }
}
