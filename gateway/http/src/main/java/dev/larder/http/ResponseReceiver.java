package dev.larder.http;

/**
 * Receives the responses that an {@link OriginDecoder} decodes on one connection to an origin. The messages arrive in
 * {@code channelRead}; this interface adds what depends on the request or on the read. Called on the connection's event
 * loop only.
 */
public interface ResponseReceiver {

    /** Maximum interim responses to one request (RFC 9110 15.2); more are treated as flooding. */
    int MAX_INTERIM = 8;

    /** Whether the response to a HEAD request is awaited, which has no content whatever its fields say (RFC 9110 9.3.2). */
    boolean isAnswerToHead();

    /**
     * Called when all octets of one read are decoded and their messages have been passed on. Not called for the messages
     * that the end of the connection completes.
     *
     * @param surplus whether octets are left over that are not decoded into a message yet
     */
    void decoded(boolean surplus);
}
