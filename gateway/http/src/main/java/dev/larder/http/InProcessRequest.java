package dev.larder.http;

/** The native request of a client that has not come by a connection of the HTTP server. */
public interface InProcessRequest {

    /** What has been written is all there will be of the response; the client must not take it for whole. */
    void breakOff();
}
