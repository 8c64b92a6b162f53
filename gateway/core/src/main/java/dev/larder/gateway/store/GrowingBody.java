package dev.larder.gateway.store;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.StoredBody;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;

/**
 * A body that is still arriving. It is never stored.
 *
 * @param recorder recorder from which it is read in the meantime
 * @param length length of the whole content in octets; {@link StoredBody#UNKNOWN} if it is not announced
 */
public record GrowingBody(BodyRecorder recorder, long length) implements StoredBody {

    /** Returns whether a response has its ranges in order: one before another that is still awaited would keep the octets in between. */
    public static boolean isReadInOrder(ConstructedResponse answer) {
        long next = 0;
        if (answer instanceof ConstructedResponse.Parts parts) {
            for (ByteRange range : parts.ranges()) {
                if (range.first() < next) {
                    return false;
                }
                next = range.last() + 1;
            }
        }
        return true;
    }

    /** Returns whether the length is announced. */
    boolean isSized() {
        return length != UNKNOWN;
    }

    /** Returns the offset of its end, or of no octet before it. */
    public long end() {
        return isSized() ? length : Long.MAX_VALUE;
    }

    /**
     * Returns octets of the body as they arrive; fails if the body breaks off.
     *
     * @param atEnd receives an action that must be run when the body is not needed any more
     * @throws BodyGoneException if the body has arrived, and must be read from the store
     */
    public Flux<byte[]> read(long first, long count, Consumer<Runnable> atEnd) throws BodyGoneException {
        BodyRecorder.Reader reader = recorder.reader(first, first + count);
        atEnd.accept(reader::cancel);
        return Flux.from(reader);
    }
}
