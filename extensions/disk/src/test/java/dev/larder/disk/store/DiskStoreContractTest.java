package dev.larder.disk.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.PolicyName;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store keeps its promises, and its listener, under a policy that refuses nobody and under one that does. */
@ParameterizedClass
@EnumSource(names = {"LRU", "GDSF_REFUSING"})
class DiskStoreContractTest extends CacheStoreContract<String> {

    @Parameter
    PolicyName policy;

    @TempDir
    Path temporary;

    private final List<DiskFolder> folders = new ArrayList<>();

    @Override
    protected CacheStore<String> newStore(long maxWeight, InstantSource time, RemovalListener<String> listener) {
        DiskFolder folder = DiskFolder.open(temporary.resolve("cache" + folders.size()), new DiskFaults(told -> {}));
        folders.add(folder);
        return folder.store("texts", policy.create(maxWeight, 1), new DiskTextCodec(), 1_000, time, listener);
    }

    @AfterEach
    void close() {
        folders.forEach(DiskFolder::close);
    }

    @Override
    protected String value(int n) {
        return "value " + n;
    }

    @Override
    protected boolean local() {
        return false;
    }

    @Override
    protected int writesPerThread() {
        return 60;
    }
}
