package dev.larder.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Clusters as simulated, where one can say what has to come out. */
class SimulatedTest {

    private static Figures strict(int members, double writes) {
        return Simulated.of(Small.plain(), new Cell(members, writes, Variant.STRICT));
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    void the_same_seed_gives_the_same_figures_and_another_seed_others(Variant variant) {
        var cell = new Cell(8, 0.01, variant);
        Figures once = Simulated.of(Small.plain(), cell);
        assertThat(Simulated.of(Small.plain(), cell)).isEqualTo(once);
        var other = new Sampling(2, 50_000, 50_000);
        assertThat(Simulated.of(Small.with(other), cell)).isNotEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"STRICT", "LEADERS", "TREE"})
    void a_write_takes_five_messages_to_or_from_each_other_member(Variant variant) {
        Assumptions assumptions = Small.with(new Sampling(1, 200_000, 1_000));
        Figures figures = Simulated.of(assumptions, new Cell(20, 0.02, variant));
        double expected = 5 * 2_000 * 0.02 * 19;
        assertThat(figures.messages().publications()).isCloseTo(expected, withinPercentage(10));
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    void messages_and_load_are_those_of_the_arithmetic(Variant variant) {
        var cell = new Cell(40, 0.01, variant);
        Figures figures = Simulated.of(Small.plain(), cell);
        Demand demand = Demand.of(Small.plain(), cell);
        assertThat(figures.messages().publications()).isCloseTo(demand.publications(), withinPercentage(12));
        assertThat(figures.messages().heartbeats()).isCloseTo(demand.heartbeats(), withinPercentage(12));
        assertThat(figures.messages().load()).isCloseTo(demand.load(), withinPercentage(12));
    }

    @Test
    void a_write_in_a_quiet_cluster_waits_for_two_round_trips() {
        Figures figures = Simulated.of(Small.with(new Traffic(10, 0, 0, 1)), new Cell(3, 0.01, Variant.STRICT));
        long handling = 17_000;
        long wire = 60_000 - 2 * handling + 200_000;
        long roundTrip = 2 * handling + wire + 2 * handling + wire + handling;
        assertThat(figures.delays().median()).isEqualTo(2 * roundTrip);
    }

    @Test
    void collecting_records_costs_a_window_on_each_way() {
        Traffic quiet = new Traffic(10, 10 * Small.MILLI, 0, 1);
        Figures alone = Simulated.of(Small.with(quiet), new Cell(3, 0.01, Variant.STRICT));
        Figures batched = Simulated.of(Small.with(quiet), new Cell(3, 0.01, Variant.BATCHED));
        Figures tree = Simulated.of(Small.with(quiet), new Cell(3, 0.01, Variant.BATCHED_TREE));
        assertThat(batched.delays().median() - alone.delays().median())
                .isCloseTo(4 * 5 * Small.MILLI, within(Small.MILLI));
        assertThat(tree.delays().median()).as("the first goes at once").isLessThan(3 * Small.MILLI);
    }

    @Test
    void collecting_records_bounds_the_messages_of_a_pair() {
        Figures figures = Simulated.of(Small.plain(), new Cell(10, 1, Variant.BATCHED));
        assertThat(figures.messages().publications()).isBetween(9 * 150.0, 9 * 200.0);
    }

    @ParameterizedTest
    @CsvSource({"0.3, false", "0.9, false", "1.01, true"})
    void members_are_saturated_where_service_time_times_rate_is_1(double load, boolean isSaturated) {
        double writes = 0.05;
        double rate = load * 1e9 / 17_000 / (10 * 10 * writes);
        Traffic traffic = new Traffic(rate, 0, 0, 1);
        Protocol quiet = new Protocol(60_000 * Small.MILLI, 0, 16, 128, 16);
        Assumptions assumptions = Small.with(Small.COSTS, quiet, traffic, Small.SAMPLING);
        Figures figures = Simulated.of(assumptions, new Cell(11, writes, Variant.STRICT));
        assertThat(figures.isSaturated()).isEqualTo(isSaturated);
        assertThat(figures.messages().load()).isCloseTo(load, withinPercentage(8));
    }

    @Test
    void writes_wait_longer_the_busier_members_are() {
        assertThat(strict(11, 0.25).delays().p99())
                .isGreaterThan(2 * strict(11, 0.01).delays().p99());
    }

    @Test
    void a_member_that_stands_still_is_waited_for_no_longer_than_its_lease() {
        Protocol brief = new Protocol(50 * Small.MILLI, 0, 16, 128, 16);
        Traffic pausing = new Traffic(100, 0, 400 * Small.MILLI, 1_000 * Small.MILLI);
        Assumptions assumptions = Small.with(Small.COSTS, brief, pausing, Small.SAMPLING);
        Figures figures = Simulated.of(assumptions, new Cell(5, 0.01, Variant.STRICT));
        assertThat(figures.delays().p99()).isEqualTo(2 * 50 * Small.MILLI);
    }

    @Test
    void somebody_always_pauses_in_a_large_cluster() {
        Traffic pausing = new Traffic(10, 0, 50 * Small.MILLI, 60_000 * Small.MILLI);
        Figures few = Simulated.of(Small.with(pausing), new Cell(3, 0.01, Variant.TREE));
        Figures many = Simulated.of(Small.with(pausing), new Cell(300, 0.01, Variant.TREE));
        assertThat(few.delays().median()).isLessThan(2 * Small.MILLI);
        assertThat(many.delays().p99()).isBetween(25 * Small.MILLI, 102 * Small.MILLI);
    }

    @Test
    void the_hit_ratio_falls_with_writes_and_near_hits_fall_with_members() {
        double former = 1;
        for (double writes : new double[] {0.001, 0.01, 0.05, 0.2}) {
            double hits = 1 - strict(5, writes).hits().origin();
            assertThat(hits).as("hits at %s writes", writes).isLessThan(former);
            former = hits;
        }
        assertThat(strict(20, 0.001).hits().near())
                .isLessThan(strict(2, 0.001).hits().near());
    }

    @Test
    void a_sample_of_the_requests_has_the_hits_of_a_long_run() {
        var cell = new Cell(5, 0.01, Variant.STRICT);
        var many = new Sampling(7, 50_000, 400_000);
        Figures brief = Simulated.of(Small.plain(), cell);
        Caches whole = new Caches(
                Small.with(many), new Cell(5, 0.01, Variant.STRICT), new long[] {12 * Small.MILLI}, new Random(7));
        Figures.Hits hits = whole.run();
        assertThat(brief.hits().near()).isCloseTo(hits.near(), within(0.02));
        assertThat(brief.hits().shared()).isCloseTo(hits.shared(), within(0.02));
    }

    @Test
    void clusters_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> new Cell(1, 0.1, Variant.STRICT)).hasMessage("expected 2 to 10000 members");
        assertThatThrownBy(() -> new Cell(3, 0, Variant.STRICT)).hasMessageContaining("a part of writes");
        assertThatThrownBy(() -> new Traffic(1, 0, 5, 5)).hasMessageContaining("pauses");
        assertThatThrownBy(() -> new Protocol(1, 0, 16, 0, 0)).hasMessageContaining("a lease");
    }
}
