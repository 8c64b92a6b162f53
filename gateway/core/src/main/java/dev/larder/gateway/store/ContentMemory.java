package dev.larder.gateway.store;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.http.ClientShares;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The memory that the responses to one client may take before they are handed to its connection: what is being recorded, has been read
 * from the store, waits for the disk, or is encoded. It is taken from one account of all clients, in the name of the client's address.
 * Where none is left, the response is passed on without being recorded or encoded, or read from the store again piece by piece.
 */
public final class ContentMemory {

    /** No client has this address. */
    private static final InetAddress CACHE = cache();

    private final ClientShares shares;
    private final Supplier<@Nullable InetAddress> address;

    private ContentMemory(ClientShares shares, Supplier<@Nullable InetAddress> address) {
        this.shares = shares;
        this.address = address;
    }

    /**
     * The account of all clients.
     *
     * @param shares what is left of it
     * @param clients determines the address of a client
     */
    public record Account(ClientShares shares, ClientAddresses clients) {

        /** Has no limit. */
        public static final Account UNLIMITED =
                new Account(new ClientShares(Long.MAX_VALUE, Long.MAX_VALUE), ClientAddresses.DIRECT);

        /** Returns the memory of this request's client. */
        public ContentMemory of(ServerHttpRequest request) {
            return new ContentMemory(shares, () -> clients.of(request));
        }

        /** Returns the memory of what is kept for all clients: it has a share as one client has. */
        public ContentMemory ofCache() {
            return new ContentMemory(shares, () -> CACHE);
        }

        /** Returns the memory of work that no client waits for: only the total counts. */
        public ContentMemory inBackground() {
            return new ContentMemory(shares, () -> null);
        }
    }

    private static InetAddress cache() {
        try {
            return InetAddress.getByAddress(new byte[4]);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns a claim that has taken nothing. */
    public Claim claim() {
        return new Claim();
    }

    /** Returns the address in whose name it is taken; null if it is not known, or there is no client. */
    public @Nullable InetAddress owner() {
        return address.get();
    }

    /** What one response has taken. Thread-safe. */
    public final class Claim {

        private @Nullable InetAddress owner;
        private long taken;

        /** Takes more; returns false, and takes nothing, if that is not left. */
        public synchronized boolean take(long octets) {
            if (taken == 0) {
                owner = address.get();
            }
            boolean there = shares.take(owner, octets);
            taken += there ? octets : 0;
            return there;
        }

        /** Takes what is missing for a total; returns false, and takes nothing, if that is not left. */
        public synchronized boolean tryGrowTo(long total) {
            return total <= taken || take(total - taken);
        }

        /** Gives some of it back. */
        public synchronized void giveBack(long octets) {
            if (octets > 0) {
                taken -= octets;
                shares.giveBack(owner, octets);
            }
        }

        /** Gives back what is more than a total. */
        public synchronized void keep(long total) {
            giveBack(taken - total);
        }

        /** Gives back all of it. */
        public synchronized void release() {
            giveBack(taken);
        }
    }
}
