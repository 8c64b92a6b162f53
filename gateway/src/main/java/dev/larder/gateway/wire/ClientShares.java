package dev.larder.gateway.wire;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How much clients have of what is scarce, all together and from one address; it remembers no address that has nothing. */
public final class ClientShares {

    private volatile long most;
    private final long mostOfOne;
    private final AtomicLong all = new AtomicLong();
    private final ConcurrentHashMap<InetAddress, Long> ofAddress = new ConcurrentHashMap<>();

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
    void lower(long together) {
        most = together;
    }

    /**
     * Takes so much, if it is there.
     *
     * @param address whose share it is; null if it is not known, and then it counts for all alone
     */
    public boolean take(@Nullable InetAddress address, long amount) {
        if (all.addAndGet(amount) > most) {
            all.addAndGet(-amount);
            return false;
        }
        if (address != null && ofAddress.merge(address, amount, Long::sum) > mostOfOne) {
            giveBack(address, amount);
            return false;
        }
        return true;
    }

    /** Gives back what has been taken. */
    public void giveBack(@Nullable InetAddress address, long amount) {
        if (address != null) {
            ofAddress.computeIfPresent(address, (key, taken) -> taken > amount ? taken - amount : null);
        }
        all.addAndGet(-amount);
    }
}
