package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.rfc9111.ByteRange;
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
    static final int MAX_WAITING = 16;

    private final SliceStore store;
    private final ExchangeLoop loop;
    private final Fetched fetched;
    private final ContentMemory.Claim memory;
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

    /** @param memory is taken for what the store has not taken yet; a slice for which none is left is not stored */
    SliceRecorder(SliceStore store, ExchangeLoop loop, Fetched fetched, ContentMemory.Claim memory) {
        this.store = store;
        this.loop = loop;
        this.fetched = fetched;
        this.memory = memory;
        this.first = fetched.range().first();
    }

    /** Copies octets. */
    void add(ByteBuf data) {
        int at = data.readerIndex();
        int left = data.readableBytes();
        while (left > 0 && !isComplete()) {
            int whole = octetsOfSlice();
            if (length == 0) {
                octets = slice(whole);
            }
            int count = Math.min(left, whole - length);
            if (octets != null) {
                data.getBytes(at, octets, length, count);
            }
            at += count;
            left -= count;
            length += count;
            if (length == whole) {
                arrived(whole, octets);
            }
        }
    }

    private byte @Nullable [] slice(int whole) {
        if (memory.take(whole)) {
            return new byte[whole];
        }
        notStored = Optional.of(Reason.NO_MEMORY);
        return null;
    }

    private int octetsOfSlice() {
        long last = Math.min(store.last(store.number(first)), fetched.range().last());
        return (int) (last - first + 1);
    }

    private void arrived(int whole, byte @Nullable [] slice) {
        var range = new ByteRange(first, first + whole - 1);
        octets = null;
        length = 0;
        first += whole;
        if (slice == null) {
            return;
        }
        if (waiting >= MAX_WAITING) {
            notStored = Optional.of(Reason.STORE_FAULT);
            memory.giveBack(whole);
            return;
        }
        if (!headStored) {
            headStored = true;
            await(store.addHead(fetched.stamp(), fetched.cost(), fetched.received()), 0);
        }
        await(store.add(range, slice, fetched.stamp(), fetched.cost()), whole);
    }

    private void await(Mono<Optional<Reason>> storing, int taken) {
        waiting++;
        storing.onErrorReturn(Optional.of(Reason.STORE_FAULT))
                .subscribe(outcome -> loop.run(() -> {
                    waiting--;
                    memory.giveBack(taken);
                    notStored = notStored.or(() -> outcome);
                    endIfStored();
                }));
    }

    /** Returns whether all octets have arrived. */
    boolean isComplete() {
        return first > fetched.range().last();
    }

    /** Returns whether nothing more comes. */
    boolean isEnded() {
        return ended;
    }

    /** Nothing more comes. Returns why not all of it is stored, once the store has taken it; empty if all is. */
    Mono<Optional<Reason>> end() {
        ended = true;
        if (octets != null) {
            memory.giveBack(octets.length);
            octets = null;
        }
        endIfStored();
        return done.asMono();
    }

    private void endIfStored() {
        if (ended && waiting == 0) {
            done.tryEmitValue(notStored);
        }
    }
}
