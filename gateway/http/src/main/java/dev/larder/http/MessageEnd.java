package dev.larder.http;

/**
 * Whether the last byte of an origin response has arrived (RFC 9112 8). The completion of a reactive stream does not
 * prove that: a cancelled stream completes too.
 */
public interface MessageEnd {

    /** Whether the message has arrived completely. */
    boolean isMessageComplete();

    /** Whether the read that brought the head brought the whole message. Known as soon as the head is. */
    boolean isReceivedWithHead();
}
