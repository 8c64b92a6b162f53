package dev.larder.simulator;

import java.io.IOException;

/** The trace on standard input, which can be read only once. */
record StandardInput() implements TraceSource {

    static final String NAME = "stdin";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RequestReader open() throws IOException {
        return TraceFile.reader(System.in, () -> -1);
    }
}
