package dev.larder.dictionaries;

import java.time.Duration;

/**
 * What dictionaries may cost.
 *
 * @param maxSize maximum size in bytes of all dictionaries and encoded responses
 * @param maxBody maximum size in bytes of the content of a response
 */
public record DictionaryLimits(long maxSize, int maxBody) {

    /** Room for a few responses of each kind. */
    public static final long MIN_SIZE = 8L << 20;

    /** Dictionary and content together must lie within the window that every client has, and are encoded as a whole. */
    static final int MAX_BODY = 1 << 20;

    /** Content below this size gains nothing: the header of an encoded response alone has 40 octets. */
    static final int MIN_BODY = 256;

    /** Dictionaries of one path: a client has the response of its last visit, seldom an older one. */
    static final int DICTIONARIES_OF_A_PATH = 8;

    /** Octets of a dictionary beside its content: objects, references, table slots. */
    static final int OVERHEAD = 512;

    /** Responses that wait to be encoded; more are not. */
    static final int WAITING = 64;

    /** How many of them are sent to one client, or network, at most. */
    static final int WAITING_OF_ONE = WAITING / 4;

    /** How long they wait at most. */
    static final Duration MAX_WAIT = Duration.ofSeconds(10);

    /** Returns the limits with this maximum size. */
    public static DictionaryLimits of(long maxSize) {
        return new DictionaryLimits(maxSize, MAX_BODY);
    }

    /** Returns the room for dictionaries. */
    long dictionaryBytes() {
        return maxSize / 2;
    }

    /** Returns the room for encoded responses, with what they stand for. */
    long encodedBytes() {
        return maxSize / 2;
    }

    boolean allowsLength(long length) {
        return length >= MIN_BODY && length <= maxBody;
    }
}
