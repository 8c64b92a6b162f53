package dev.larder.http;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much clients have of what is scarce, all together and from one address, or one network of IPv6; it remembers none that
 * has nothing.
 */
public final class ClientShares {

    private final long mostOfOne;
    private final Map<InetAddress, Long> ofClient = new HashMap<>();
    private long most;
    private long all;

    /**
     * Nothing is taken.
     *
     * @param most all together
     * @param mostOfOne from one address
     */
    public ClientShares(long most, long mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Shares of half as much, of which nothing is taken. */
    public ClientShares half() {
        return new ClientShares(Math.max(1, most / 2), Math.max(1, mostOfOne / 2));
    }

    /** From now on there is no more than this together. */
    synchronized void lower(long together) {
        most = together;
    }

    /** Whether one client may have so much where nothing else is taken. */
    public synchronized boolean canHold(long amount) {
        return amount <= Math.min(most, mostOfOne);
    }

    /**
     * Takes so much, if it is there.
     *
     * @param address whose share it is; null if it is not known, and then it counts for all alone
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

    /** Gives back what has been taken. */
    public synchronized void giveBack(@Nullable InetAddress address, long amount) {
        InetAddress client = ClientNetwork.of(address);
        if (client != null) {
            ofClient.computeIfPresent(client, (key, taken) -> taken > amount ? taken - amount : null);
        }
        all -= amount;
    }
}
