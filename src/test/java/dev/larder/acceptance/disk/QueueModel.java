package dev.larder.acceptance.disk;

import java.util.ArrayList;
import java.util.List;

/** FIFO or LRU over objects that are named by their sizes: the simplest program that can be right. */
final class QueueModel {

    private final boolean moveOnHit;
    private final int capacity;
    private final List<Integer> queue = new ArrayList<>();

    /** LRU if a hit moves an object to the end of the queue, FIFO if not. */
    QueueModel(boolean moveOnHit, int capacity) {
        this.moveOnHit = moveOnHit;
        this.capacity = capacity;
    }

    /** Asks for the object of that size; whether it was there. */
    boolean request(Integer size) {
        boolean hit = queue.contains(size);
        if (hit && moveOnHit) {
            queue.remove(size);
            queue.add(size);
        }
        if (!hit) {
            queue.add(size);
            while (queue.stream().mapToInt(Integer::intValue).sum() > capacity) {
                queue.remove(0);
            }
        }
        return hit;
    }

    /** What is there, the next victim first. */
    List<Integer> stored() {
        return List.copyOf(queue);
    }
}
