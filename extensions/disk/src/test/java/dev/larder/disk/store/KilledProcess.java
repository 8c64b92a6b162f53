package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.eviction.PolicyName;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;

/**
 * A process that writes into a folder until it is killed, and says what it has done as soon as it is done, in records of
 * four numbers: the key, the version stored there (none if it was removed), milliseconds since the epoch, and whether the
 * write has only begun.
 */
final class KilledProcess {

    static final int KEYS = 3_000;
    static final int REMOVED = -1;
    static final long BOUND = 1L << 40;

    private KilledProcess() {}

    /** Of a key and a version: between nothing and some hundred thousand characters. */
    static String textOf(int key, int version) {
        int kind = (key * 31 + version) % 20;
        int length = kind == 0 ? 200_000 : kind < 4 ? 0 : kind * 150;
        return length == 0 ? "" : (key + "/" + version + ";").repeat(1 + length / 8);
    }

    static CacheKey keyOf(int key) {
        return CacheKey.of("GET", "/" + key);
    }

    /** With the version as cost, so that a text without characters tells its version too. */
    static CacheEntry<String> entryOf(int key, int version) {
        return CacheEntry.of(textOf(key, version), 100, version, Instant.MAX);
    }

    static DiskStore<String> store(DiskFolder folder) {
        return folder.store(
                "texts",
                PolicyName.LRU.create(BOUND, 1),
                new DiskTextCodec(),
                1_000,
                InstantSource.system(),
                RemovalListener.none());
    }

    /** Arguments: the folder, the file to tell in, the seed. */
    public static void main(String[] args) throws IOException {
        var random = new Random(Long.parseLong(args[2]));
        DiskStore<String> store = store(DiskFolder.open(Path.of(args[0]), new DiskFaults(told -> {})));
        try (var log = new DataOutputStream(new FileOutputStream(args[1]))) {
            for (int version = 1; ; version++) {
                int key = random.nextInt(KEYS);
                int written = random.nextInt(6) == 0 ? REMOVED : version;
                tell(log, key, written, true);
                if (written == REMOVED) {
                    DiskFixture.await(store.remove(keyOf(key)));
                } else if (DiskFixture.await(store.put(keyOf(key), entryOf(key, version))) != StoreOutcome.STORED) {
                    throw new IllegalStateException("not stored: " + key);
                }
                tell(log, key, written, false);
            }
        }
    }

    private static void tell(DataOutputStream log, int key, int version, boolean begun) throws IOException {
        var record = ByteBuffer.allocate(RECORD);
        record.putInt(key).putInt(version).putLong(System.currentTimeMillis()).put((byte) (begun ? 1 : 0));
        log.write(record.array());
    }

    static final int RECORD = 2 * Integer.BYTES + Long.BYTES + 1;
}
