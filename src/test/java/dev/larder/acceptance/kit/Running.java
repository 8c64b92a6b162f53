package dev.larder.acceptance.kit;

/** A started gateway, wherever it runs. */
interface Running {

    /** The port it serves. */
    int port();

    /** What it logs. */
    LogLines log();

    /** Has its JVM collect garbage, so that leaked buffers are noticed. */
    void collectGarbage();

    /** Stops it and waits until it has stopped. */
    void stop();
}
