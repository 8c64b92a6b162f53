package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * A cached resource is one register to those who read and write it through a gateway: reads see every write that has been
 * answered, and never the old after the new. Both halves of the protocol are needed, as its mutants show.
 */
@org.junit.jupiter.api.Tag("thorough")
public class CoherenceLinearizabilityTest {

    private static final List<CacheTag> TAGS = List.of(new CacheTag("u"));
    private static final long[] IDS = InvalidationState.ids(TAGS);
    private static final EpochStamp TAGGED = EpochStamp.of(0, TAGS);

    /** One resource at its origin, and what a gateway has stored of it, by the steps of {@link Invalidator} and {@link FencedWrite}. */
    public static class CachedResource {

        private record Entry(int version, EpochStamp stamp) {}

        final Epochs epochs = new Epochs(EpochCounters.inMemory(2, 0));
        final Fences fences = new Fences(EpochCounters.inMemory(2, 0));
        private final AtomicInteger origin = new AtomicInteger();
        private volatile Entry stored = new Entry(0, TAGGED);

        @Operation
        public int read() {
            Entry entry = stored;
            return usable(entry.stamp()) ? entry.version() : fetch();
        }

        int fetch() {
            EpochStamp stamp = TAGGED.at(epochs.now());
            return fill(ask(), stamp);
        }

        int fill(int version, EpochStamp stamp) {
            if (usable(stamp)) {
                stored = new Entry(version, stamp);
            }
            return version;
        }

        private boolean usable(EpochStamp stamp) {
            return !fences.isFenced(stamp) && epochs.isCurrent(stamp);
        }

        int ask() {
            return origin.get();
        }

        @Operation(nonParallelGroup = "writers")
        public void write() {
            fences.raise(IDS);
            origin.incrementAndGet();
            epochs.move(IDS, epochs.next());
            fences.lower(IDS);
        }

        void writeWithoutFence() {
            origin.incrementAndGet();
            epochs.move(IDS, epochs.next());
        }
    }

    /** Takes the stamp after the fetch instead of before. */
    public static class StampedTooLate extends CachedResource {

        @Override
        int fetch() {
            int version = ask();
            return fill(version, TAGGED.at(epochs.now()));
        }

        @Operation
        @Override
        public int read() {
            return super.read();
        }

        @Operation(nonParallelGroup = "writers")
        @Override
        public void write() {
            super.write();
        }
    }

    /** Invalidates, but does not fence. */
    public static class Unfenced extends CachedResource {

        @Operation
        @Override
        public int read() {
            return super.read();
        }

        @Operation(nonParallelGroup = "writers")
        @Override
        public void write() {
            writeWithoutFence();
        }
    }

    /** What it is to one thread. */
    public static class Register {

        private int version;

        public int read() {
            return version;
        }

        public void write() {
            version++;
        }
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I2")
    void readsAndWritesAreLinearizable() {
        options().check(CachedResource.class);
    }

    @Test
    void stampTakenAfterFetchIsDetected() {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> options().check(StampedTooLate.class));
    }

    @Test
    void missingFenceIsDetected() {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> options().check(Unfenced.class));
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .sequentialSpecification(Register.class)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(30)
                .invocationsPerIteration(1_000);
    }
}
