package dev.larder.cluster.protocol;

import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Hold.Extent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** What a machine keeps on its disk: the registers for which it has acknowledged writes that it has not delivered. */
final class DurableLog {

    private final UUID id;
    private final Map<Integer, Integer> undelivered = new TreeMap<>();
    private int writes;
    private long lives;
    private long said;

    DurableLog(UUID id) {
        this.id = id;
    }

    void opened() {
        lives++;
        said = 0;
    }

    /** The number of the write that is waiting now. */
    int add(int register) {
        writes++;
        undelivered.put(register, writes);
        return writes;
    }

    boolean isWaiting(int register, int write) {
        return Integer.valueOf(write).equals(undelivered.get(register));
    }

    void remove(int register) {
        undelivered.remove(register);
    }

    Hold all() {
        return says(Extent.ALL, undelivered.keySet());
    }

    Hold says(Extent extent, Set<Integer> registers) {
        said++;
        Set<Tag> tags = registers.stream()
                .flatMap(register -> World.written(register).stream())
                .collect(Collectors.toSet());
        return new Hold(id, (lives << 32) + said, extent, tags);
    }
}
