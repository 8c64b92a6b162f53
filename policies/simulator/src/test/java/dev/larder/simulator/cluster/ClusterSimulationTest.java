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
class ClusterSimulationTest {

    private static ClusterSimulationResult strict(int members, double writes) {
        return ClusterSimulation.of(
                SmallClusterAssumptions.plain(), new ClusterCase(members, writes, BroadcastVariant.STRICT));
    }

    @ParameterizedTest
    @EnumSource(BroadcastVariant.class)
    void sameSeedGivesSameResultAndOtherSeedDiffers(BroadcastVariant variant) {
        var cell = new ClusterCase(8, 0.01, variant);
        ClusterSimulationResult once = ClusterSimulation.of(SmallClusterAssumptions.plain(), cell);
        assertThat(ClusterSimulation.of(SmallClusterAssumptions.plain(), cell)).isEqualTo(once);
        var other = new SimulationLimits(2, 50_000, 50_000);
        assertThat(ClusterSimulation.of(SmallClusterAssumptions.with(other), cell))
                .isNotEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource(
            value = BroadcastVariant.class,
            names = {"STRICT", "LEADERS", "TREE"})
    void writeSendsFiveMessagesPerOtherMember(BroadcastVariant variant) {
        ClusterAssumptions assumptions = SmallClusterAssumptions.with(new SimulationLimits(1, 200_000, 1_000));
        ClusterSimulationResult figures = ClusterSimulation.of(assumptions, new ClusterCase(20, 0.02, variant));
        double expected = 5 * 2_000 * 0.02 * 19;
        assertThat(figures.messages().publications()).isCloseTo(expected, withinPercentage(10));
    }

    @ParameterizedTest
    @EnumSource(BroadcastVariant.class)
    void messagesAndLoadMatchCalculatedDemand(BroadcastVariant variant) {
        var cell = new ClusterCase(40, 0.01, variant);
        ClusterSimulationResult figures = ClusterSimulation.of(SmallClusterAssumptions.plain(), cell);
        ClusterDemand demand = ClusterDemand.of(SmallClusterAssumptions.plain(), cell);
        assertThat(figures.messages().publications()).isCloseTo(demand.publications(), withinPercentage(12));
        assertThat(figures.messages().heartbeats()).isCloseTo(demand.heartbeats(), withinPercentage(12));
        assertThat(figures.messages().load()).isCloseTo(demand.load(), withinPercentage(12));
    }

    @Test
    void writeInIdleClusterWaitsForTwoRoundTrips() {
        ClusterSimulationResult figures = ClusterSimulation.of(
                SmallClusterAssumptions.with(new MemberTraffic(10, 0, 0, 1)),
                new ClusterCase(3, 0.01, BroadcastVariant.STRICT));
        long handling = 17_000;
        long wire = 60_000 - 2 * handling + 200_000;
        long roundTrip = 2 * handling + wire + 2 * handling + wire + handling;
        assertThat(figures.delays().median()).isEqualTo(2 * roundTrip);
    }

    @Test
    void batchingDelaysWriteByOneWindowPerMessageLeg() {
        MemberTraffic quiet = new MemberTraffic(10, 10 * SmallClusterAssumptions.MILLI, 0, 1);
        ClusterSimulationResult alone = ClusterSimulation.of(
                SmallClusterAssumptions.with(quiet), new ClusterCase(3, 0.01, BroadcastVariant.STRICT));
        ClusterSimulationResult batched = ClusterSimulation.of(
                SmallClusterAssumptions.with(quiet), new ClusterCase(3, 0.01, BroadcastVariant.BATCHED));
        ClusterSimulationResult tree = ClusterSimulation.of(
                SmallClusterAssumptions.with(quiet), new ClusterCase(3, 0.01, BroadcastVariant.BATCHED_TREE));
        assertThat(batched.delays().median() - alone.delays().median())
                .isCloseTo(4 * 5 * SmallClusterAssumptions.MILLI, within(SmallClusterAssumptions.MILLI));
        assertThat(tree.delays().median()).as("the first goes at once").isLessThan(3 * SmallClusterAssumptions.MILLI);
    }

    @Test
    void batchingBoundsMessagesPerMemberPair() {
        ClusterSimulationResult figures =
                ClusterSimulation.of(SmallClusterAssumptions.plain(), new ClusterCase(10, 1, BroadcastVariant.BATCHED));
        assertThat(figures.messages().publications()).isBetween(9 * 150.0, 9 * 200.0);
    }

    @ParameterizedTest
    @CsvSource({"0.3, false", "0.9, false", "1.01, true"})
    void membersSaturateWhenLoadExceedsOne(double load, boolean isSaturated) {
        double writes = 0.05;
        double rate = load * 1e9 / 17_000 / (10 * 10 * writes);
        MemberTraffic traffic = new MemberTraffic(rate, 0, 0, 1);
        ProtocolParameters quiet = new ProtocolParameters(60_000 * SmallClusterAssumptions.MILLI, 0, 16, 128, 16);
        ClusterAssumptions assumptions = SmallClusterAssumptions.with(
                SmallClusterAssumptions.COSTS, quiet, traffic, SmallClusterAssumptions.SAMPLING);
        ClusterSimulationResult figures =
                ClusterSimulation.of(assumptions, new ClusterCase(11, writes, BroadcastVariant.STRICT));
        assertThat(figures.isSaturated()).isEqualTo(isSaturated);
        assertThat(figures.messages().load()).isCloseTo(load, withinPercentage(8));
    }

    @Test
    void writesWaitLongerWhenMembersAreBusier() {
        assertThat(strict(11, 0.25).delays().p99())
                .isGreaterThan(2 * strict(11, 0.01).delays().p99());
    }

    @Test
    void pausedMemberDelaysWriteByTwoLeasesAtMost() {
        ProtocolParameters brief = new ProtocolParameters(50 * SmallClusterAssumptions.MILLI, 0, 16, 128, 16);
        MemberTraffic pausing =
                new MemberTraffic(100, 0, 400 * SmallClusterAssumptions.MILLI, 1_000 * SmallClusterAssumptions.MILLI);
        ClusterAssumptions assumptions = SmallClusterAssumptions.with(
                SmallClusterAssumptions.COSTS, brief, pausing, SmallClusterAssumptions.SAMPLING);
        ClusterSimulationResult figures =
                ClusterSimulation.of(assumptions, new ClusterCase(5, 0.01, BroadcastVariant.STRICT));
        assertThat(figures.delays().p99()).isEqualTo(2 * 50 * SmallClusterAssumptions.MILLI);
    }

    @Test
    void largeClusterWaitsForPausedMembers() {
        MemberTraffic pausing =
                new MemberTraffic(10, 0, 50 * SmallClusterAssumptions.MILLI, 60_000 * SmallClusterAssumptions.MILLI);
        ClusterSimulationResult few = ClusterSimulation.of(
                SmallClusterAssumptions.with(pausing), new ClusterCase(3, 0.01, BroadcastVariant.TREE));
        ClusterSimulationResult many = ClusterSimulation.of(
                SmallClusterAssumptions.with(pausing), new ClusterCase(300, 0.01, BroadcastVariant.TREE));
        assertThat(few.delays().median()).isLessThan(2 * SmallClusterAssumptions.MILLI);
        assertThat(many.delays().p99())
                .isBetween(25 * SmallClusterAssumptions.MILLI, 102 * SmallClusterAssumptions.MILLI);
    }

    @Test
    void hitRatioFallsWithWritesAndNearHitsWithMembers() {
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
    void sampledRequestsHaveHitRatiosOfLongRun() {
        var cell = new ClusterCase(5, 0.01, BroadcastVariant.STRICT);
        var many = new SimulationLimits(7, 50_000, 400_000);
        ClusterSimulationResult brief = ClusterSimulation.of(SmallClusterAssumptions.plain(), cell);
        SimulatedCaches whole = new SimulatedCaches(
                SmallClusterAssumptions.with(many),
                new ClusterCase(5, 0.01, BroadcastVariant.STRICT),
                new long[] {12 * SmallClusterAssumptions.MILLI},
                new Random(7));
        ClusterSimulationResult.Hits hits = whole.run();
        assertThat(brief.hits().near()).isCloseTo(hits.near(), within(0.02));
        assertThat(brief.hits().shared()).isCloseTo(hits.shared(), within(0.02));
    }

    @Test
    void rejectsImpossibleClusterParameters() {
        assertThatThrownBy(() -> new ClusterCase(1, 0.1, BroadcastVariant.STRICT))
                .hasMessage("expected 2 to 10000 members");
        assertThatThrownBy(() -> new ClusterCase(3, 0, BroadcastVariant.STRICT))
                .hasMessageContaining("a part of writes");
        assertThatThrownBy(() -> new MemberTraffic(1, 0, 5, 5)).hasMessageContaining("pauses");
        assertThatThrownBy(() -> new ProtocolParameters(1, 0, 16, 0, 0)).hasMessageContaining("a lease");
    }
}
