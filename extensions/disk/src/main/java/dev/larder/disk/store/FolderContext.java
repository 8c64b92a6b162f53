package dev.larder.disk.store;

import dev.larder.cache.spi.CacheKey;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * What a store uses of its folder.
 *
 * @param files the files of contents
 * @param threads run blocking work
 * @param hashing hashes keys with the secret of the folder
 * @param committer writes the index, so that removed entries stay away even if the process is killed
 * @param onIndexFailure receives a fault of the index, and whether the index is unreliable from now on
 */
record FolderContext(
        BlobFiles files,
        DiskThreadPools threads,
        ToLongFunction<CacheKey> hashing,
        Runnable committer,
        BiConsumer<Throwable, Boolean> onIndexFailure) {

    long hash(CacheKey key) {
        return hashing.applyAsLong(key);
    }

    void commit() {
        committer.run();
    }

    void indexFailed(Throwable fault, boolean unreliable) {
        onIndexFailure.accept(fault, unreliable);
    }
}
