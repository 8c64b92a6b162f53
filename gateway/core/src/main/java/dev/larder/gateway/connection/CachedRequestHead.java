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
 * A request head that has been decoded, found valid and answered before, octet for octet: whoever sends the same octets
 * asks for the same, whatever they mean. It keeps no response alive.
 */
final class CachedRequestHead {

    private final ByteBuf octets;
    private final Listener listener;
    private final CachedRoutingDecision decision;
    private final boolean head;
    private final WeakReference<ResponseVariants> variants;
    private final int selected;
    private final List<Timer> timers;
    private volatile @Nullable Block block;

    /** A response head as octets, good while age and freshness left are these seconds. */
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
     * What has been found out about a head.
     *
     * @param octets of the head, unreleasable and this one's own
     * @param listener by which it has come in
     * @param hit what it was answered with
     */
    CachedRequestHead(ByteBuf octets, Listener listener, EarlyHit hit, List<Timer> timers) {
        this.octets = octets;
        this.listener = listener;
        this.decision = hit.decision();
        this.head = hit.isHead();
        this.variants = new WeakReference<>(hit.variants());
        this.selected = hit.variants().responses().indexOf(hit.stored());
        this.timers = timers;
    }

    /** Whether these octets, from the reader index on, are the same, and have come in by the same door. */
    boolean is(ByteBuf received, int length, Listener by) {
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

    /** The response that the request selects among these; null if they are not those it was seen to select among. */
    @Nullable
    StoredResponse select(ResponseVariants now) {
        return variants.refersTo(now) ? now.responses().get(selected) : null;
    }

    /** The octets of the head of the response that is {@link #select}ed. */
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

    /**
     * Where a server takes requests: the same octets mean something else at another one.
     *
     * @param port of the server
     * @param scheme {@code http} or {@code https}
     */
    record Listener(int port, String scheme) {}

    /** Makes a response head. */
    @FunctionalInterface
    interface Encoding {

        byte[] encode(StoredResponse stored, Instant now);
    }
}
