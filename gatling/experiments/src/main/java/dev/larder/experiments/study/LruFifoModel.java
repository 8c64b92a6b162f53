package dev.larder.experiments.study;

import java.util.ArrayList;
import java.util.List;

/** A cache of whole objects by the book: who was stored, or requested, longest ago leaves. */
final class LruFifoModel {

    private final boolean isLru;
    private final int capacity;
    private final List<Integer> stored = new ArrayList<>();

    LruFifoModel(boolean isLru, int capacity) {
        this.isLru = isLru;
        this.capacity = capacity;
    }

    /** Asks for the object of that size; whether it was there. */
    boolean requestObject(int size) {
        var hit = stored.contains(size);
        if (hit && isLru) {
            stored.remove((Integer) size);
            stored.add(size);
        }
        if (!hit) {
            while (sum() + size > capacity) {
                stored.remove(0);
            }
            stored.add(size);
        }
        return hit;
    }

    private int sum() {
        return stored.stream().mapToInt(Integer::intValue).sum();
    }
}
