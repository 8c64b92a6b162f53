package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.cluster.Violation.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The checker finds what there is to find: nothing with one gateway, and much where nothing, or less, is promised. */
@Tag("thorough")
class CheckedGatewaysTest {

    private static final long SEED = Long.getLong("larder.history.seed", new Random().nextLong());
    private static final Duration CALM = Duration.ofSeconds(2);
    private static final int WAKINGS = 50;

    @Test
    @EnabledIfSystemProperty(named = "larder.cluster.long", matches = "true")
    void one_gateway_passes_the_checker_and_three_that_know_nothing_of_one_another_do_not() {
        try (Cluster cluster = Cluster.start(new LoopbackNet(), Bond.NONE)) {
            History one = new History(cluster, SEED).calm(List.of(cluster.member(0)), CALM);
            assertThat(one.violations()).isEmpty();
            assertThat(one.rounds().get(0).hits()).isPositive();

            History three = new History(cluster, SEED).calm(cluster.members(), CALM);
            assertThat(three.violations())
                    .extracting(Violation::kind)
                    .contains(Kind.STALE_AFTER_WRITE, Kind.OLD_AFTER_NEW);
        }
    }

    @Test
    void with_eventual_consistency_a_write_waits_for_nobody_and_the_checker_finds_what_that_permits() {
        try (Cluster cluster = Cluster.start(new LoopbackNet(), Bond.EVENTUAL)) {
            cluster.awaitTogether();
            assertThat(staleAtWaking(cluster)).extracting(Violation::kind).contains(Kind.STALE_AFTER_WRITE);
        }
    }

    private static List<Violation> staleAtWaking(Cluster cluster) {
        Sleeper sleeper = new Sleeper(cluster, new Registers("sleep").at(cluster));
        Checker checker = new Checker();
        List<Violation> found = List.of();
        for (int waking = 1; waking <= WAKINGS && found.isEmpty(); waking++) {
            List<Op> operations = sleeper.wake();
            assertThat(operations.get(0).said()).contains("detail=eventual");
            assertThat(operations.get(0).time()).isLessThan(Cluster.LEASE);
            found = checker.check(operations);
            System.out.println("waking " + waking + ": " + found.size() + " stale reads");
        }
        return found;
    }
}
