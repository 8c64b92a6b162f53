package dev.larder.gateway.connection;

import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request head that has been decoded, validated and answered before, octet for octet: equal octets are equal requests. It does
 * not keep any response alive.
 */
final class CachedRequestHead {

    private final ByteBuf octets;
    private final ServerListener listener;
    private final CachedRoutingDecision decision;
    private final boolean head;
    private final WeakReference<ResponseVariants> variants;
    private final int selected;
    private final List<Timer> timers;
    private volatile @Nullable Block block;

    /** An encoded response head, valid while age and remaining freshness are these seconds. */
    private static final class Block {

        private final long age;
        private final long ttl;
        private final byte[] octets;

        Block(long age, long ttl, byte[] octets) {
            this.age = age;
            this.ttl = ttl;
            this.octets = octets;
        }
    }

    /**
     * Creates the record of a head.
     *
     * @param octets octets of the head, unreleasable and owned by this object
     * @param listener server socket that has received it
     * @param hit the response it was answered with
     */
    CachedRequestHead(ByteBuf octets, ServerListener listener, EarlyHit hit, List<Timer> timers) {
        this.octets = octets;
        this.listener = listener;
        this.decision = hit.decision();
        this.head = hit.isHead();
        this.variants = new WeakReference<>(hit.variants());
        this.selected = hit.variants().responses().indexOf(hit.stored());
        this.timers = timers;
    }

    /** Returns whether the octets from the reader index on are equal, and were received by the same listener. */
    boolean is(ByteBuf received, int length, ServerListener by) {
        return length == octets.readableBytes()
                && listener.equals(by)
                && ByteBufUtil.equals(octets, 0, received, received.readerIndex(), length);
    }

    CachedRoutingDecision decision() {
        return decision;
    }

    boolean isHead() {
        return head;
    }

    List<Timer> timers() {
        return timers;
    }

    /** Returns the response that the request selects; null if these are not the variants it selected from before. */
    @Nullable
    StoredResponse select(ResponseVariants now) {
        return variants.refersTo(now) ? now.responses().get(selected) : null;
    }

    /** Returns the encoded head of the {@link #select}ed response. */
    byte[] block(StoredResponse stored, Instant now, Encoding encoding) {
        Duration age = stored.currentAge(now);
        long ttl = stored.freshnessLifetime().minus(age).toSeconds();
        Block last = block;
        if (last == null || last.age != age.toSeconds() || last.ttl != ttl) {
            last = new Block(age.toSeconds(), ttl, encoding.encode(stored, now));
            block = last;
        }
        return last.octets;
    }

    /** Encodes a response head. */
    @FunctionalInterface
    interface Encoding {

        byte[] encode(StoredResponse stored, Instant now);
    }
}
