package dev.larder.simulator;

import java.io.IOException;

/** A trace that can be read from the start as often as needed. */
interface TraceSource {

    /** Returns the name in reports. */
    String name();

    RequestReader open() throws IOException;
}
