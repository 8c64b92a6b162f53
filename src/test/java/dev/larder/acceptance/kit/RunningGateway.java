package dev.larder.acceptance.kit;

import java.util.List;

/** A started gateway, wherever it runs. */
interface RunningGateway extends AutoCloseable {

    /** The port it serves. */
    int port();

    /** What it logs. */
    LogLines log();

    /** Has its JVM collect garbage, so that leaked buffers are noticed. */
    void collectGarbage();

    /** What its meters are called and tagged with, as far as that can be seen. */
    default List<String> labels() {
        return List.of();
    }

    /** Stops it and waits until it has stopped. */
    @Override
    void close();
}
