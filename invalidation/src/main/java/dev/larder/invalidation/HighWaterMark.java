package dev.larder.invalidation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The latest epoch issued, in a file next to that of the epochs: an older copy of the epochs' file lags behind it. Also holds the
 * id with which the epochs are written.
 */
final class HighWaterMark {

    private static final long FORMAT = 0x4c61_7264_6572_4d31L;
    private static final int FORMAT_AT = 0;
    private static final int ID_AT = 1;
    private static final int LATEST_AT = 2;
    private static final int LONGS = 3;

    private final CounterArray numbers;

    private HighWaterMark(CounterArray numbers) {
        this.numbers = numbers;
    }

    /** Creates a mark in memory, for epochs that end with the process. */
    static HighWaterMark inMemory() {
        return new HighWaterMark(CounterArray.inHeap(LONGS, 0));
    }

    /**
     * Opens the mark next to that file of epochs; a missing or damaged one is reset, with another id.
     *
     * @throws IOException if the file can be neither read nor created
     */
    static HighWaterMark beside(Path epochs) throws IOException {
        MappedCounterArray numbers = open(epochs);
        return of(numbers, numbers.isIntact());
    }

    static MappedCounterArray open(Path epochs) throws IOException {
        return MappedCounterArray.open(file(epochs), FORMAT, LONGS, 0);
    }

    /** Creates a mark over these numbers. If the process is killed during a reset, the next start resets. */
    static HighWaterMark of(CounterArray numbers, boolean intact) {
        if (!intact || numbers.get(FORMAT_AT) != FORMAT) {
            numbers.set(FORMAT_AT, 0);
            numbers.set(LATEST_AT, 0);
            numbers.set(ID_AT, new SecureRandom().nextLong());
            numbers.set(FORMAT_AT, FORMAT);
        }
        return new HighWaterMark(numbers);
    }

    /** Deletes the mark: the epochs next to it count for nothing from then on. */
    static void delete(Path epochs) throws IOException {
        Files.deleteIfExists(file(epochs));
    }

    private static Path file(Path epochs) {
        return epochs.resolveSibling(epochs.getFileName() + ".mark");
    }

    /** Returns the id of the file of epochs. */
    long id() {
        return numbers.get(ID_AT);
    }

    /** Returns the latest epoch known to have been issued; 0 if none is. */
    long latest() {
        return numbers.get(LATEST_AT);
    }

    /** Records that this epoch has been issued. */
    void raise(long epoch) {
        numbers.raise(LATEST_AT, epoch);
    }

    void force() {
        numbers.force();
    }
}
