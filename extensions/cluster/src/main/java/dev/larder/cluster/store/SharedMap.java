package dev.larder.cluster.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A map of bytes that all members share. Only {@link #keys()} blocks; a stage may complete on any thread, may fail, and may never
 * complete. Once a set has completed, every member finds the value.
 */
public interface SharedMap {

    /** Returns the value under this key; empty if there is none. */
    CompletionStage<Optional<byte[]>> get(byte[] key);

    /**
     * Sets a value.
     *
     * @param value creates the value, which may take long: not called on the caller's thread, which may be an event loop
     * @param timeToLive time after which the map may forget the value; never sooner
     */
    CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive);

    /** Removes the value under this key; {@code true} if there was one. */
    CompletionStage<Boolean> remove(byte[] key);

    /** Removes all values set before. */
    CompletionStage<Void> clear();

    /**
     * Returns the keys that this member reports, in no order; all members together report all keys. Blocks while collecting them.
     */
    Stream<byte[]> keys();

    /** Returns the number of values that this member owns, as far as known. */
    long count();

    /** Returns the bytes of those values, as far as this member knows. */
    long bytes();

    /** Returns the limit that eviction keeps {@link #bytes()} below; 0 if unknown. */
    long maxBytes();

    /** Returns the maximum size of a value in bytes. */
    int largest();
}
