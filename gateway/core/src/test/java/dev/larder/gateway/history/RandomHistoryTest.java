package dev.larder.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads, writes, purges, evictions, slow origins and clients that leave, all at once: no read brings less than a write had
 * made that was answered before it, and none brings the old after another has brought the new. The long form is {@code mvn
 * -Pthorough -pl gateway/core -am verify -Dtest=RandomHistoryTest -Dsurefire.failIfNoSpecifiedTests=false -Dlarder.history.operations=1000000};
 * {@code -Dlarder.history.seed} chooses the seed.
 */
@Tag("thorough")
class RandomHistoryTest {

    private static final int OPERATIONS = Integer.getInteger("larder.history.operations", 50_000);
    private static final long SEED = Long.getLong("larder.history.seed", System.nanoTime());

    @Test
    @Tag("hardening-I1")
    void randomHistoryReadsNoResponseInvalidatedByWrite() throws Exception {
        ReadConsistencyChecker checker = run(new LocalInvalidationBus(), false, OPERATIONS);
        assertThat(checker.violations()).as("seed %d", SEED).isEmpty();
        assertThat(checker.hitRatio()).as("the store has its part in it").isGreaterThan(0.1);
    }

    @Test
    void theCheckerFindsAStampThatIsTakenAfterTheFetch() throws Exception {
        assertThat(run(new LocalInvalidationBus(), true, 60_000).violations())
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

    private static ReadConsistencyChecker run(InvalidationBus bus, boolean stampedTooLate, int operations)
            throws Exception {
        ReadConsistencyChecker checker = new RandomHistory(bus, stampedTooLate).run(SEED, operations);
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

        private final LocalInvalidationBus bus = new LocalInvalidationBus();

        @Override
        public CompletionStage<EpochChange> publish(InvalidationMessage message) {
            boolean fence = message instanceof InvalidationMessage.WriteStart
                    || message instanceof InvalidationMessage.WriteEnd;
            return fence ? CompletableFuture.completedFuture(EpochChange.NOT) : bus.publish(message);
        }

        @Override
        public void join(InvalidationState state) {
            bus.join(state);
        }

        @Override
        public long stamp() {
            return bus.stamp();
        }
    }

    /** Loses every message. */
    private static final class Deaf implements InvalidationBus {

        @Override
        public CompletionStage<EpochChange> publish(InvalidationMessage message) {
            return CompletableFuture.completedFuture(EpochChange.NOT);
        }

        @Override
        public void join(InvalidationState state) {}

        @Override
        public long stamp() {
            return 1;
        }
    }
}
