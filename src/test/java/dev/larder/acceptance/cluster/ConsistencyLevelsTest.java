package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.cluster.ConsistencyViolation.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The checker finds what there is to find: nothing with one gateway, and much where nothing, or less, is promised. */
@Tag("thorough")
class ConsistencyLevelsTest {

    private static final long SEED = Long.getLong("larder.history.seed", new Random().nextLong());
    private static final Duration CALM = Duration.ofSeconds(2);
    private static final int WAKINGS = 50;

    @Test
    @EnabledIfSystemProperty(named = "larder.cluster.long", matches = "true")
    void oneGatewayPassesCheckerAndThreeUnconnectedGatewaysDoNot() {
        try (ThreeMemberCluster cluster = ThreeMemberCluster.start(new LoopbackNetwork(), MemberConsistency.NONE)) {
            ClusterFaultHistory one = new ClusterFaultHistory(cluster, SEED).calm(List.of(cluster.member(0)), CALM);
            assertThat(one.violations()).isEmpty();
            assertThat(one.rounds().get(0).hits()).isPositive();

            ClusterFaultHistory three = new ClusterFaultHistory(cluster, SEED).calm(cluster.members(), CALM);
            assertThat(three.violations())
                    .extracting(ConsistencyViolation::kind)
                    .contains(Kind.STALE_AFTER_WRITE, Kind.OLD_AFTER_NEW);
        }
    }

    @Test
    void eventualConsistencyAllowsStaleReadAfterWrite() {
        try (ThreeMemberCluster cluster = ThreeMemberCluster.start(new LoopbackNetwork(), MemberConsistency.EVENTUAL)) {
            cluster.awaitTogether();
            assertThat(staleAtWaking(cluster))
                    .extracting(ConsistencyViolation::kind)
                    .contains(Kind.STALE_AFTER_WRITE);
        }
    }

    private static List<ConsistencyViolation> staleAtWaking(ThreeMemberCluster cluster) {
        PausedMemberReads reads = new PausedMemberReads(cluster, new OriginRegisters("sleep").at(cluster));
        RegisterHistoryChecker checker = new RegisterHistoryChecker();
        List<ConsistencyViolation> found = List.of();
        for (int waking = 1; waking <= WAKINGS && found.isEmpty(); waking++) {
            List<RegisterOperation> operations = reads.wake();
            assertThat(operations.get(0).said()).contains("detail=eventual");
            assertThat(operations.get(0).time()).isLessThan(ThreeMemberCluster.LEASE);
            found = checker.check(operations);
            System.out.println("waking " + waking + ": " + found.size() + " stale reads");
        }
        return found;
    }
}
