package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.Invalidator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Whatever the order of events, each client gets one response, whole or visibly cut, and nothing partial or outdated is stored;
 * recorders and bodies outside the heap are closed, and claims to make a request are given back.
 * {@code -Dlarder.histories=10000000} runs more histories; {@code -Dlarder.seed=...} replays the one that a failure names.
 */
class ExchangeHistoryTest {

    private static final int HISTORIES = Integer.getInteger("larder.histories", 14_000);
    private static final Long SEED = Long.getLong("larder.seed");
    private static final int OFTEN = 1_000_000;
    private static final int REPEATED = 200;

    private final ManualInvalidationBus bus = new ManualInvalidationBus();

    /** Has few counters, so that tags collide; its creation takes longer than a history. */
    private final Invalidator invalidator = new Invalidator(64, 1, bus);

    private final HistoryFigures figures = new HistoryFigures();

    @Test
    void everyClientGetsOneResponseAndNothingIsLeftBehind() {
        if (SEED != null) {
            check(SEED);
            return;
        }
        long first = System.nanoTime();
        long begun = System.nanoTime();
        for (int i = 1; i <= HISTORIES; i++) {
            check(first + i);
            if (i % OFTEN == 0 || i == HISTORIES) {
                double seconds = (System.nanoTime() - begun) / 1e9;
                System.out.printf(
                        Locale.ROOT,
                        "%d histories from seed %d, %.0f per second: %s%n",
                        i,
                        first + 1,
                        i / seconds,
                        figures.counts());
            }
        }
    }

    @Test
    void randomHistoriesCoverAllIntendedEvents() {
        for (long seed = 0; seed < 1_000; seed++) {
            check(seed);
        }
        assertThat(figures.counts())
                .containsKeys("sent", "complete", "broken_off", "left", "hit", "stored", "collapsed", "voided")
                .containsKeys("status 200", "status 206", "status 304", "status 404", "status 502", "status 504")
                .containsKeys("hit-stale-if-error", "failed requests", "partial")
                .containsKeys("writes sent", "writes complete", "writes broken_off", "writes left")
                .containsKeys("bodies recorded", "recordings lost", "recordings broken off")
                .containsKeys("bodies opened", "bodies gone", "bodies read while they grow", "files sent")
                .containsKeys("heads before the end")
                .containsKeys("claims granted", "claims refused");
    }

    @Test
    void historyIsDeterminedByItsSeed() {
        for (long seed = 0; seed < REPEATED; seed++) {
            var first = new ExchangeHistory(seed, invalidator, bus);
            first.run();
            var other = new ManualInvalidationBus();
            var again = new ExchangeHistory(seed, new Invalidator(64, 1, other), other);
            again.run();
            assertThat(again.outcome()).as("seed %d", seed).isEqualTo(first.outcome());
        }
    }

    private void check(long seed) {
        var history = new ExchangeHistory(seed, invalidator, bus);
        List<String> violations;
        try {
            violations = history.run();
        } catch (RuntimeException | AssertionError fault) {
            throw new AssertionError("-Dlarder.seed=" + seed + ", " + history, fault);
        }
        if (!violations.isEmpty()) {
            throw new AssertionError("-Dlarder.seed=" + seed + ", " + history + ": " + violations);
        }
        figures.add(history);
    }
}
