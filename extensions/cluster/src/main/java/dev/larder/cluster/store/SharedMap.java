package dev.larder.cluster.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A map of bytes that all members share. Nothing but {@link #keys()} blocks; a stage may complete on any thread, may fail, and
 * may complete never. Whoever has been told that something is set finds it through every member.
 */
public interface SharedMap {

    /** The value under this key; empty if there is none. */
    CompletionStage<Optional<byte[]>> get(byte[] key);

    /**
     * Sets a value.
     *
     * @param value makes it, which may take long: not on the caller's thread, which may be an event loop
     * @param timeToLive after which the map may forget it; never sooner
     */
    CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive);

    /** Removes the value under this key; {@code true} if there was one. */
    CompletionStage<Boolean> remove(byte[] key);

    /** Removes all that was set before. */
    CompletionStage<Void> clear();

    /** Keys that this member has to tell of, in no order: together the members tell all. Blocks while it collects them. */
    Stream<byte[]> keys();

    /** Values that this member owns, as far as it knows. */
    long count();

    /** Bytes that those take, as far as this member knows. */
    long bytes();

    /** What {@link #bytes()} is kept below by eviction; 0 if unknown. */
    long maxBytes();

    /** Bytes of the largest value that the map is to carry. */
    int largest();
}
