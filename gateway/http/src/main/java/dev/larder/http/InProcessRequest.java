package dev.larder.http;

/** The native request of a client that does not use a connection of the HTTP server. */
public interface InProcessRequest {

    /** Ends the response after the data written so far, so that the client does not regard it as complete. */
    void breakOff();
}
