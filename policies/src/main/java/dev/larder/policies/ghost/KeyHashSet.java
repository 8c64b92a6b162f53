package dev.larder.policies.ghost;

/** A set of hashes with linear probing, which are spread by themselves: eight bytes a slot. */
final class KeyHashSet {

    private final long[] slots;
    private final int limit;
    private int count;

    /** An empty set for up to {@code limit} hashes. */
    KeyHashSet(int limit) {
        this.limit = limit;
        this.slots = new long[Integer.highestOneBit(Math.max(1, limit) * 2 - 1) * 2];
    }

    /** Adds a hash; false if it was there. Hash 0 always is. */
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

    /** Those that are drawn, in a set of the same size. */
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
