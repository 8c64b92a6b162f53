package dev.larder.disk.autoconfigure;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheStore;
import dev.larder.disk.store.DiskStore;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.policies.tiered.TieredStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Creates stores in the folder, without a memory or tier around them; {@code larder.disk.policy} sets their policy. */
final class DiskStoreFactory implements CacheStoreFactory, StoreTierFactory {

    private static final String DISK = "disk";
    private static final DataSize BEHIND_MEMORY = DataSize.ofGigabytes(10);

    private final DiskStorage disk;
    private final @Nullable DataSize maxSize;

    DiskStoreFactory(DiskStorage disk, @Nullable DataSize maxSize) {
        this.disk = disk;
        this.maxSize = maxSize;
    }

    @Override
    public Set<String> types() {
        return Set.of(DISK);
    }

    @Override
    public String tier() {
        return DISK;
    }

    @Override
    public boolean isInHeap() {
        return false;
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request) {
        return disk.store(
                request.name(),
                request.isDefault() && maxSize != null ? maxSize.toBytes() : request.maxSize(),
                request.time());
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request, Memory memory) {
        DiskStore<ResponseVariants> back =
                disk.store(request.name(), (maxSize == null ? BEHIND_MEMORY : maxSize).toBytes(), request.time());
        return new TieredStore<>(memory::create, back, DiskStoreFactory::hasOnlyHeapBodies, back::touch);
    }

    @Override
    public Optional<BodyRecorderFactory> bodies(String store) {
        return disk.spooling(store);
    }

    private static boolean hasOnlyHeapBodies(CacheEntry<ResponseVariants> entry) {
        return entry.value().responses().stream().allMatch(response -> StoredBodyUtils.isInHeap(response.body()));
    }
}
