package dev.larder.cluster.store;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.map.IMap;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A Hazelcast map, of an embedded member or of a client. Continuations run on an executor, never on Hazelcast's threads, which
 * serve all requests of the cluster.
 */
public final class HazelcastMap implements SharedMap {

    /** Default limit of a value in bytes. */
    public static final int LARGEST = 1 << 20;

    private static final long MEGABYTE = 1 << 20;

    private final IMap<byte[], byte[]> map;
    private final long maxBytes;
    private final int largest;
    private final Executor executor;

    /** Wraps a map with values of up to {@value #LARGEST} bytes; continuations run on the common pool. */
    public HazelcastMap(IMap<byte[], byte[]> map) {
        this(map, 0, LARGEST, ForkJoinPool.commonPool());
    }

    /**
     * Wraps a map.
     *
     * @param maxBytes maximum size given to {@link #config}; 0 if unknown
     * @param largest bytes of the largest value
     * @param executor runs continuations
     */
    public HazelcastMap(IMap<byte[], byte[]> map, long maxBytes, int largest, Executor executor) {
        this.map = map;
        this.maxBytes = maxBytes;
        this.largest = largest;
        this.executor = executor;
    }

    /**
     * Returns the configuration that the map requires. Values are kept as bytes; a member over its share evicts the least
     * recently used. Reads do not use backups: a late or lost backup may hold a superseded value. After a partition the smaller
     * side's entries are discarded, since nothing tells which are newer. Statistics are kept for the map, as {@link #count()} and
     * {@link #bytes()} need them, not for entries.
     *
     * @param name of the map
     * @param backups number of members that have a copy of each entry before it counts as set
     * @param maxBytesPerMember maximum size of a member's entries, backups included; counted in whole megabytes, at least 1
     */
    public static MapConfig config(String name, int backups, long maxBytesPerMember) {
        int megabytes = (int) Math.min(Integer.MAX_VALUE, Math.max(1, maxBytesPerMember / MEGABYTE));
        return new MapConfig(name)
                .setInMemoryFormat(InMemoryFormat.BINARY)
                .setBackupCount(backups)
                .setAsyncBackupCount(0)
                .setReadBackupData(false)
                .setStatisticsEnabled(true)
                .setPerEntryStatsEnabled(false)
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(DiscardMergePolicy.class.getName()))
                .setEvictionConfig(new EvictionConfig()
                        .setEvictionPolicy(EvictionPolicy.LRU)
                        .setMaxSizePolicy(MaxSizePolicy.USED_HEAP_SIZE)
                        .setSize(megabytes));
    }

    @Override
    public CompletionStage<Optional<byte[]>> get(byte[] key) {
        return map.getAsync(key).thenApplyAsync(Optional::ofNullable, executor);
    }

    /** Hazelcast counts lifetimes in whole seconds, which are rounded up; a lifetime of more than 68 years never ends. */
    @Override
    public CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive) {
        long seconds = timeToLive.plusNanos(999_999_999).toSeconds();
        long life = seconds > Integer.MAX_VALUE ? 0 : Math.max(1, seconds);
        return CompletableFuture.supplyAsync(value, executor)
                .thenCompose(made -> map.setAsync(key, made, life, TimeUnit.SECONDS))
                .thenAcceptAsync(done -> {}, executor);
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        return map.deleteAsync(key).thenApplyAsync(removed -> removed, executor);
    }

    /** Clears on a thread of its own, as Hazelcast blocks the caller. */
    @Override
    public CompletionStage<Void> clear() {
        return CompletableFuture.runAsync(map::clear, task -> {
            var thread = new Thread(task, "larder-clear " + map.getName());
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Returns the keys that a member owns; a client, which owns none, returns all. */
    @Override
    public Stream<byte[]> keys() {
        return ownKeys().stream();
    }

    private Set<byte[]> ownKeys() {
        try {
            return map.localKeySet();
        } catch (UnsupportedOperationException client) {
            return map.keySet();
        }
    }

    @Override
    public long count() {
        return map.getLocalMapStats().getOwnedEntryCount();
    }

    @Override
    public long bytes() {
        return map.getLocalMapStats().getOwnedEntryMemoryCost();
    }

    @Override
    public long maxBytes() {
        return maxBytes;
    }

    @Override
    public int largest() {
        return largest;
    }
}
