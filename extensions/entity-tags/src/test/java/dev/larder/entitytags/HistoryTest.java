package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Couplings;
import dev.larder.rfc9111.CachePolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Random histories of reads and writes, overlapping in every way, against a model of the service: a 304 is only answered
 * when the service's current content is that from which the client's tag was computed. Another seed:
 * {@code -Dlarder.seed=N}.
 */
class HistoryTest {

    private static final long SEED = Long.getLong("larder.seed", 9110);
    private static final int OPERATIONS = Integer.getInteger("larder.operations", 30_000);
    private static final TagLimits SMALL =
            new TagLimits(12, 1 << 20, 1 << 20, Rig.LIMITS.maxBody(), Rig.LIMITS.maxWait());
    private static final Map<String, Set<String>> COUPLED =
            Map.of("users", Set.of("skills"), "skills", Set.of("paths"));

    @BeforeEach
    void stopTheTime() {
        VirtualTimeScheduler.getOrSet();
    }

    @AfterEach
    void letTimePass() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void no304IsAnsweredForContentThatIsNotCurrent() {
        History history = new History(SEED, new Rig(SMALL, rules(COUPLED)), 0);
        history.run(OPERATIONS);
        assertThat(history.wrong()).as("seed %d", SEED).isEmpty();
        assertThat(history.unasked()).as("304 without the service").isGreaterThan(OPERATIONS / 100);
        assertThat(history.unchanged()).as("304 with the service").isGreaterThan(OPERATIONS / 1000);
    }

    @Test
    void aWriteThatPassesTheFilterByIsFoundByTheChecker() {
        History history = new History(SEED, new Rig(SMALL, rules(COUPLED)), 100);
        history.run(OPERATIONS / 4);
        assertThat(history.wrong()).as("seed %d", SEED).isNotEmpty();
    }

    @Test
    void soIsAMissingCoupling() {
        History history = new History(SEED, new Rig(SMALL, rules(Map.of("users", Set.of("skills")))), 0);
        history.run(OPERATIONS / 4);
        assertThat(history.wrong()).as("seed %d", SEED).isNotEmpty();
    }

    private static Rules rules(Map<String, Set<String>> couplings) {
        return new Rules(List.of(), CachePolicy.DEFAULT, new Couplings(couplings, true));
    }
}
