package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Random histories over three gateways while members and the links between them fail: once a write has been answered, no
 * member answers a later request with what was there before it. With {@code -Dlarder.history.netns=true}, as root, links
 * between members are cut too.
 */
@Tag("thorough")
class ClusterConsistencyTest {

    private static final boolean NAMESPACES = Boolean.getBoolean("larder.history.netns");
    private static final int ROUNDS = Integer.getInteger("larder.history.rounds", 4);
    private static final int EVENTUAL_ROUNDS = 8;
    private static final long SEED = Long.getLong("larder.history.seed", new Random().nextLong());

    @Test
    @Tag("hardening-C")
    @Tag("hardening-I8")
    void readNeverReturnsValueOlderThanAnsweredWriteDespiteFailures() {
        try (ThreeMemberCluster cluster = ThreeMemberCluster.start(net(), MemberConsistency.STRICT)) {
            cluster.awaitTogether();
            ClusterFaultHistory history = new ClusterFaultHistory(cluster, SEED).run(ROUNDS);
            System.out.println(history);
            assertThat(history.violations()).isEmpty();
            assertThat(history.unanswered()).isEmpty();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "larder.history.netns", matches = "true")
    void checkerFindsViolationsUnderEventualConsistency() {
        try (ThreeMemberCluster cluster = ThreeMemberCluster.start(net(), MemberConsistency.EVENTUAL)) {
            cluster.awaitTogether();
            ClusterFaultHistory history = new ClusterFaultHistory(cluster, SEED).run(Math.min(ROUNDS, EVENTUAL_ROUNDS));
            System.out.println(history);
            assertThat(history.violations()).isNotEmpty();
        }
    }

    private static ClusterNetwork net() {
        return NAMESPACES ? new NamespaceNetwork() : new LoopbackNetwork();
    }
}
