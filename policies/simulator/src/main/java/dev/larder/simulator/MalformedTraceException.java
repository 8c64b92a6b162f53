package dev.larder.simulator;

import java.io.IOException;

/** A trace is not what its format says. */
final class MalformedTraceException extends IOException {

    /**
     * @param place line, record or part of the trace
     * @param expected what should have been there
     * @param found what was
     */
    MalformedTraceException(String place, String expected, String found) {
        super(place + ": expected " + expected + ", found " + excerpt(found));
    }

    private static String excerpt(String found) {
        String printable = found.replaceAll("\\p{Cntrl}", "?");
        return printable.isEmpty()
                ? "nothing"
                : '"' + (printable.length() > 80 ? printable.substring(0, 80) + "..." : printable) + '"';
    }
}
