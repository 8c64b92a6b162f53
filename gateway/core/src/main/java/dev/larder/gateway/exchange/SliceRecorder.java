package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.ConstructedResponse.ByteRange;
import dev.larder.rfc9111.Reason;
import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Stores the octets of one 206 while they arrive. What belongs to one slice is stored once it has arrived, and then is whole; if the
 * response breaks off, what came of the next slice is dropped. Confined to the loop of its exchange.
 */
final class SliceRecorder {

    /** Beyond so many slices that the store has not taken yet, further ones are not stored: at most 4 MB of one response wait. */
    static final int MOST_WAITING = 16;

    private final SliceStore store;
    private final ExchangeLoop loop;
    private final Fetched fetched;
    private final Sinks.One<Optional<Reason>> done = Sinks.one();
    private Optional<Reason> notStored = Optional.empty();
    private byte @Nullable [] octets;
    private long first;
    private int length;
    private int waiting;
    private boolean headStored;
    private boolean ended;

    /**
     * The response.
     *
     * @param range what it encloses
     * @param stamp its stamp, taken before the request
     * @param cost nanoseconds from the request to the head
     * @param received when the head arrived
     */
    record Fetched(ByteRange range, EpochStamp stamp, long cost, Instant received) {}

    SliceRecorder(SliceStore store, ExchangeLoop loop, Fetched fetched) {
        this.store = store;
        this.loop = loop;
        this.fetched = fetched;
        this.first = fetched.range().first();
    }

    /** Copies octets. */
    void add(ByteBuf data) {
        int at = data.readerIndex();
        int left = data.readableBytes();
        while (left > 0 && !isComplete()) {
            byte[] slice = octets == null ? new byte[octetsOfSlice()] : octets;
            octets = slice;
            int count = Math.min(left, slice.length - length);
            data.getBytes(at, slice, length, count);
            at += count;
            left -= count;
            length += count;
            if (length == slice.length) {
                store(slice);
            }
        }
    }

    private int octetsOfSlice() {
        long last = Math.min(store.last(store.number(first)), fetched.range().last());
        return (int) (last - first + 1);
    }

    private void store(byte[] slice) {
        var range = new ByteRange(first, first + slice.length - 1);
        octets = null;
        length = 0;
        first += slice.length;
        if (waiting >= MOST_WAITING) {
            notStored = Optional.of(Reason.STORE_FAULT);
            return;
        }
        if (!headStored) {
            headStored = true;
            await(store.addHead(fetched.stamp(), fetched.cost(), fetched.received()));
        }
        await(store.add(range, slice, fetched.stamp(), fetched.cost()));
    }

    private void await(Mono<Optional<Reason>> storing) {
        waiting++;
        storing.onErrorReturn(Optional.of(Reason.STORE_FAULT))
                .subscribe(outcome -> loop.run(() -> {
                    waiting--;
                    notStored = notStored.or(() -> outcome);
                    endIfStored();
                }));
    }

    /** Returns whether all octets have arrived. */
    boolean isComplete() {
        return first > fetched.range().last();
    }

    /** Nothing more comes. Returns why not all of it is stored, once the store has taken it; empty if all is. */
    Mono<Optional<Reason>> end() {
        ended = true;
        octets = null;
        endIfStored();
        return done.asMono();
    }

    private void endIfStored() {
        if (ended && waiting == 0) {
            done.tryEmitValue(notStored);
        }
    }
}
