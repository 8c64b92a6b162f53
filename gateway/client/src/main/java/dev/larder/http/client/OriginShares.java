package dev.larder.http.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many requests to one origin are under way in the name of one owner: the address of a client, or the gateway itself.
 *
 * <p>An owner may always have its share under way. It may have more while places remain that no owner needs for its share: so
 * one owner alone can use most places, and can never take those of others. Further requests wait; owners that wait are served in
 * turn.
 *
 * <p>Thread-safe. Grants are run on the thread that gives a place back, without the monitor.
 */
public final class OriginShares {

    /** Owner of requests that no client waits for: validation in the background, and the like. */
    public static final Object GATEWAY = new Object() {
        @Override
        public String toString() {
            return "gateway";
        }
    };

    /** Without a limit: every request is under way at once. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Fewer places are not shared out: one owner alone would be left with half of them. */
    private static final int FEW = 4;

    private final boolean limited;
    private final int places;
    private final int share;
    private final int maxWaiting;
    private final Map<Object, Integer> underWay = new HashMap<>();
    private final Map<Object, Queue<Runnable>> waiting = new LinkedHashMap<>();
    private int all;
    private int allWaiting;

    /** What has become of a request for a place. */
    public enum Admission {
        /** The place is taken. */
        TAKEN,
        /** There is none now. */
        AWAITED,
        /** Too many requests wait already. */
        REFUSED
    }

    /**
     * Creates shares of which nothing is taken.
     *
     * @param places maximum number of requests under way, or {@link #UNLIMITED}
     * @param share number of places that each owner may have in any case; with all of them, nothing is shared out
     * @param maxWaiting maximum number of requests that wait; one owner may have three quarters of them
     */
    public OriginShares(int places, int share, int maxWaiting) {
        this.limited = places != UNLIMITED && places >= FEW && share < places;
        this.places = places;
        this.share = share;
        this.maxWaiting = maxWaiting;
    }

    /**
     * Takes a place.
     *
     * @param owner in whose name
     * @param granted run when there is a place, if it is awaited; the place has been taken then
     */
    public Admission take(Object owner, Runnable granted) {
        if (!limited) {
            return Admission.TAKEN;
        }
        synchronized (this) {
            if (isFree(owner)) {
                add(owner);
                return Admission.TAKEN;
            }
            Queue<Runnable> queue = waiting.get(owner);
            int queued = queue == null ? 0 : queue.size();
            if (allWaiting >= maxWaiting || queued >= Math.max(1, maxWaiting - maxWaiting / 4)) {
                return Admission.REFUSED;
            }
            waiting.computeIfAbsent(owner, first -> new ArrayDeque<>()).add(granted);
            allWaiting++;
            return Admission.AWAITED;
        }
    }

    private boolean isFree(Object owner) {
        return underWay.getOrDefault(owner, 0) < share || all < places - share;
    }

    private void add(Object owner) {
        underWay.merge(owner, 1, Integer::sum);
        all++;
    }

    private void remove(Object owner) {
        int rest = underWay.getOrDefault(owner, 0) - 1;
        if (rest > 0) {
            underWay.put(owner, rest);
        } else {
            underWay.remove(owner);
        }
        all--;
    }

    /**
     * Stops waiting.
     *
     * @return whether the request was waiting; otherwise its grant has been run, or is about to be
     */
    public synchronized boolean withdraw(Object owner, Runnable granted) {
        Queue<Runnable> queue = waiting.get(owner);
        if (queue == null || !queue.remove(granted)) {
            return false;
        }
        allWaiting--;
        if (queue.isEmpty()) {
            waiting.remove(owner);
        }
        return true;
    }

    /** Gives a place back, which may be another one's at once. */
    public void giveBack(Object owner) {
        if (!limited) {
            return;
        }
        List<Runnable> granted = List.of();
        synchronized (this) {
            remove(owner);
            if (allWaiting > 0) {
                granted = grants();
            }
        }
        granted.forEach(Runnable::run);
    }

    /** One place may be free for all, and another for the share of the owner that gives it back. */
    private List<Runnable> grants() {
        List<Runnable> granted = new ArrayList<>(1);
        for (Runnable next = grant(); next != null; next = grant()) {
            granted.add(next);
        }
        return granted;
    }

    /** Takes a place for the owner that waits for longest; that goes to the end of the line. */
    private @Nullable Runnable grant() {
        for (Iterator<Map.Entry<Object, Queue<Runnable>>> owners =
                        waiting.entrySet().iterator();
                owners.hasNext(); ) {
            Map.Entry<Object, Queue<Runnable>> next = owners.next();
            if (isFree(next.getKey())) {
                Runnable granted = next.getValue().remove();
                owners.remove();
                if (!next.getValue().isEmpty()) {
                    waiting.put(next.getKey(), next.getValue());
                }
                allWaiting--;
                add(next.getKey());
                return granted;
            }
        }
        return null;
    }

    /** Returns the number of requests that wait for a place. */
    public synchronized int waitingRequests() {
        return allWaiting;
    }

    /** Returns whether nothing is under way. */
    public synchronized boolean isUnused() {
        return all == 0;
    }
}
