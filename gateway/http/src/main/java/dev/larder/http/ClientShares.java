package dev.larder.http;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits a scarce resource, for all clients together and per address (per network for IPv6). Clients without a share
 * take no memory.
 */
public final class ClientShares {

    private final long mostOfOne;
    private final Map<InetAddress, Long> ofClient = new HashMap<>();
    private long most;
    private long all;

    /**
     * Creates shares of which nothing is taken.
     *
     * @param most maximum of all clients
     * @param mostOfOne maximum of one address
     */
    public ClientShares(long most, long mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Returns new shares with half the limits. */
    public ClientShares half() {
        return new ClientShares(Math.max(1, most / 2), Math.max(1, mostOfOne / 2));
    }

    /** Lowers the maximum of all clients. */
    synchronized void lower(long together) {
        most = together;
    }

    /** Whether one client may take this amount if nothing else is taken. */
    public synchronized boolean canHold(long amount) {
        return amount <= Math.min(most, mostOfOne);
    }

    /**
     * Takes this amount, if available.
     *
     * @param address the owner of the share; null if unknown: then only the total counts
     */
    public synchronized boolean take(@Nullable InetAddress address, long amount) {
        InetAddress client = ClientNetwork.of(address);
        long taken = client == null ? 0 : ofClient.getOrDefault(client, 0L);
        if (amount > most - all || (client != null && amount > mostOfOne - taken)) {
            return false;
        }
        all += amount;
        if (client != null) {
            ofClient.put(client, taken + amount);
        }
        return true;
    }

    /** Returns an amount that was taken. */
    public synchronized void giveBack(@Nullable InetAddress address, long amount) {
        InetAddress client = ClientNetwork.of(address);
        if (client != null) {
            ofClient.computeIfPresent(client, (key, taken) -> taken > amount ? taken - amount : null);
        }
        all -= amount;
    }

    /**
     * What one request has taken of several shares in the name of its client. When it is closed, all of it is given back, and nothing
     * more can be taken.
     */
    public static final class Account {

        private final @Nullable InetAddress address;
        private final Map<ClientShares, Long> taken = new IdentityHashMap<>(4);
        private State state = State.OPEN;

        private enum State {
            OPEN,
            CLOSED
        }

        /** @param address the owner of the shares; null if unknown */
        public Account(@Nullable InetAddress address) {
            this.address = address;
        }

        /** Takes so much more; returns false if it is not available. */
        public synchronized boolean take(ClientShares shares, long amount) {
            if (state == State.CLOSED || !shares.take(address, amount)) {
                return false;
            }
            taken.merge(shares, amount, Long::sum);
            return true;
        }

        /** Takes what is missing to this total; returns false if it is not available. */
        public synchronized boolean raiseTo(ClientShares shares, long total) {
            long missing = total - taken(shares);
            return missing <= 0 || take(shares, missing);
        }

        /** Returns how much has been taken of these shares. */
        public synchronized long taken(ClientShares shares) {
            return taken.getOrDefault(shares, 0L);
        }

        /** Gives back all that was taken of these shares. */
        public synchronized void giveBack(ClientShares shares) {
            Long amount = taken.remove(shares);
            if (amount != null) {
                shares.giveBack(address, amount);
            }
        }

        /** Gives everything back; returns false if that has been done before. */
        public synchronized boolean close() {
            State before = state;
            state = State.CLOSED;
            taken.forEach((shares, amount) -> shares.giveBack(address, amount));
            taken.clear();
            return before == State.OPEN;
        }
    }
}
