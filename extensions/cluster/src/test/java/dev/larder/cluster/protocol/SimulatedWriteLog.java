package dev.larder.cluster.protocol;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** What a machine keeps on its disk: the registers for which it has acknowledged writes that it has not delivered. */
final class SimulatedWriteLog {

    private final UUID id;
    private final Map<Integer, Integer> undelivered = new TreeMap<>();
    private int writes;
    private long lives;
    private long said;

    SimulatedWriteLog(UUID id) {
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

    PendingWriteMarker all() {
        return says(Extent.ALL, undelivered.keySet());
    }

    PendingWriteMarker says(Extent extent, Set<Integer> registers) {
        said++;
        Set<CacheTag> tags = registers.stream()
                .flatMap(register -> SimulatedCluster.written(register).stream())
                .collect(Collectors.toSet());
        return new PendingWriteMarker(id, (lives << 32) + said, extent, tags);
    }
}
