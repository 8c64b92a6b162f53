package dev.larder.acceptance.ranges;

import java.util.Map;
import java.util.TreeMap;

/** The union of ranges of octets. */
final class RangeUnion {

    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Adds a range; the end is not included. */
    void add(long first, long end) {
        long from = first;
        long to = end;
        Map.Entry<Long, Long> before = ends.floorEntry(to);
        while (before != null && before.getValue() >= from) {
            from = Math.min(from, before.getKey());
            to = Math.max(to, before.getValue());
            ends.remove(before.getKey());
            before = ends.floorEntry(to);
        }
        ends.put(from, to);
    }

    /** Returns how many octets it has. */
    long octets() {
        return ends.entrySet().stream()
                .mapToLong(range -> range.getValue() - range.getKey())
                .sum();
    }
}
