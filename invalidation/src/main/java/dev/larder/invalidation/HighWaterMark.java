package dev.larder.invalidation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The latest epoch that has been given, in a file beside that of the epochs: an older copy of that file lags behind it. It
 * has the id, too, with which the epochs are written.
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

    /** In memory, for epochs that end with the process. */
    static HighWaterMark inMemory() {
        return new HighWaterMark(CounterArray.inHeap(LONGS, 0));
    }

    /**
     * Beside the epochs in that file; one that is missing or damaged begins anew, with another id.
     *
     * @throws IOException if the file can be neither read nor made
     */
    static HighWaterMark beside(Path epochs) throws IOException {
        MappedCounterArray numbers = open(epochs);
        return of(numbers, numbers.intact());
    }

    static MappedCounterArray open(Path epochs) throws IOException {
        return MappedCounterArray.open(file(epochs), FORMAT, LONGS, 0);
    }

    /** Of these numbers. A process that is killed while it begins anew leaves what begins anew the next time. */
    static HighWaterMark of(CounterArray numbers, boolean intact) {
        if (!intact || numbers.get(FORMAT_AT) != FORMAT) {
            numbers.set(FORMAT_AT, 0);
            numbers.set(LATEST_AT, 0);
            numbers.set(ID_AT, new SecureRandom().nextLong());
            numbers.set(FORMAT_AT, FORMAT);
        }
        return new HighWaterMark(numbers);
    }

    /** Deletes it: the epochs beside it count for nothing from then on. */
    static void delete(Path epochs) throws IOException {
        Files.deleteIfExists(file(epochs));
    }

    private static Path file(Path epochs) {
        return epochs.resolveSibling(epochs.getFileName() + ".mark");
    }

    /** Of the file beside it. */
    long id() {
        return numbers.get(ID_AT);
    }

    /** The latest epoch that is known to have been given; 0 if none is. */
    long latest() {
        return numbers.get(LATEST_AT);
    }

    /** This epoch has been given. */
    void raise(long epoch) {
        numbers.raise(LATEST_AT, epoch);
    }

    void force() {
        numbers.force();
    }
}
