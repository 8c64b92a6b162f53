package dev.larder.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.local.LocalBus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads, writes, purges, evictions, slow origins and clients that leave, all at once: no read brings less than a write had
 * made that was answered before it, and none brings the old after another has brought the new. The long form is {@code mvn
 * -Pthorough -pl gateway/core -am verify -Dtest=HistoryTest -Dsurefire.failIfNoSpecifiedTests=false -Dlarder.history.operations=1000000};
 * {@code -Dlarder.history.seed} chooses the seed.
 */
@Tag("thorough")
class HistoryTest {

    private static final int OPERATIONS = Integer.getInteger("larder.history.operations", 50_000);
    private static final long SEED = Long.getLong("larder.history.seed", System.nanoTime());

    @Test
    @Tag("hardening-I1")
    void nobodyReadsWhatAWriteHasMadeWrong() throws Exception {
        Checker checker = run(new LocalBus(), false, OPERATIONS);
        assertThat(checker.violations()).as("seed %d", SEED).isEmpty();
        assertThat(checker.hitRatio()).as("the store has its part in it").isGreaterThan(0.1);
    }

    @Test
    void theCheckerFindsAStampThatIsTakenAfterTheFetch() throws Exception {
        assertThat(run(new LocalBus(), true, 60_000).violations())
                .as("seed %d", SEED)
                .isNotEmpty();
    }

    @Test
    void theCheckerFindsAMissingFence() throws Exception {
        assertThat(run(new Unfenced(), false, 30_000).violations())
                .as("seed %d", SEED)
                .isNotEmpty();
    }

    @Test
    void theCheckerFindsAWriteThatInvalidatesNothing() throws Exception {
        assertThat(run(new Deaf(), false, 5_000).violations())
                .as("seed %d", SEED)
                .isNotEmpty();
    }

    private static Checker run(InvalidationBus bus, boolean stampedTooLate, int operations) throws Exception {
        Checker checker = new History(bus, stampedTooLate).run(SEED, operations);
        System.out.printf(
                "history of %d operations, seed %d: %d reads, hit ratio %.3f, %d violations%n",
                operations,
                SEED,
                checker.reads(),
                checker.hitRatio(),
                checker.violations().size());
        return checker;
    }

    /** Keeps fences from being raised. */
    private static final class Unfenced implements InvalidationBus {

        private final LocalBus bus = new LocalBus();

        @Override
        public CompletionStage<Moved> publish(Invalidation message) {
            boolean fence = message instanceof Invalidation.WriteBegins || message instanceof Invalidation.WriteEnds;
            return fence ? CompletableFuture.completedFuture(Moved.NOT) : bus.publish(message);
        }

        @Override
        public void join(Ledger ledger) {
            bus.join(ledger);
        }

        @Override
        public long stamp() {
            return bus.stamp();
        }
    }

    /** Loses every message. */
    private static final class Deaf implements InvalidationBus {

        @Override
        public CompletionStage<Moved> publish(Invalidation message) {
            return CompletableFuture.completedFuture(Moved.NOT);
        }

        @Override
        public void join(Ledger ledger) {}

        @Override
        public long stamp() {
            return 1;
        }
    }
}
