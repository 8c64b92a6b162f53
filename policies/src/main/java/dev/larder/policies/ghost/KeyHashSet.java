package dev.larder.policies.ghost;

/** A set of well distributed hashes with linear probing: eight bytes per slot. */
final class KeyHashSet {

    private final long[] slots;
    private final int limit;
    private int count;

    /** Creates an empty set for up to {@code limit} hashes. */
    KeyHashSet(int limit) {
        this.limit = limit;
        this.slots = new long[Integer.highestOneBit(Math.max(1, limit) * 2 - 1) * 2];
    }

    /** Adds a hash; false if it is present. Hash 0 always is. */
    boolean add(long hash) {
        int slot = (int) hash & slots.length - 1;
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = slot + 1 & slots.length - 1;
        }
        boolean absent = slots[slot] != hash;
        slots[slot] = hash;
        count += absent ? 1 : 0;
        return absent;
    }

    boolean contains(long hash) {
        int slot = (int) hash & slots.length - 1;
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = slot + 1 & slots.length - 1;
        }
        return slots[slot] == hash;
    }

    boolean isFull() {
        return count >= limit;
    }

    int count() {
        return count;
    }

    /** Returns the sampled hashes, in a set of the same size. */
    KeyHashSet drawn(KeySampler draw) {
        var drawn = new KeyHashSet(limit);
        for (long hash : slots) {
            if (hash != 0 && draw.has(hash)) {
                drawn.add(hash);
            }
        }
        return drawn;
    }

    long bytes() {
        return (long) Long.BYTES * slots.length;
    }
}
