package dev.larder.simulator;

import java.io.IOException;

/** Thrown when a trace does not match its format. */
final class MalformedTraceException extends IOException {

    /**
     * @param place line, record or part of the trace
     * @param expected the expected content
     * @param found the content found instead
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
