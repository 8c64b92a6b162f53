package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** All members are restarted in turn while clients go on: nothing fails, nothing is stale, and the origin hardly notices. */
@Tag("thorough")
class RollingRestartTest {

    private static final int PAGES = 200;
    private static final int VISITS = 200;
    private static final long SEED = Long.getLong("larder.seed", new Random().nextLong());
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    @EnabledIfSystemProperty(named = "larder.cluster.long", matches = "true")
    @Tag("hardening-C")
    void rollingRestartFailsNoRequestAndKeepsStoredResponses() {
        System.out.println("larder.seed=" + SEED);
        try (ThreeMemberCluster cluster = ThreeMemberCluster.startPatient(MemberConsistency.STRICT)) {
            cluster.awaitTogether();
            ReadOnlyPages pages = new ReadOnlyPages(cluster, PAGES);
            pages.paths()
                    .forEach(path ->
                            cluster.member(path.length() % ClusterNetwork.SIZE).get(path));
            LoadBalancer balancer = new LoadBalancer(cluster.members());
            BalancedClients visitors =
                    new BalancedClients(balancer, pages, new OriginRegisters("used").at(cluster), SEED);
            int fetchesBefore = pages.fetches();
            try {
                cluster.members().forEach(member -> restart(member, balancer, visitors, pages));
            } finally {
                assertThat(new RegisterHistoryChecker().check(visitors.stop())).isEmpty();
            }
            int fetches = pages.fetches() - fetchesBefore;
            System.out.printf("restarts: %d pages read, %d fetched from the origin%n", visitors.visits(), fetches);
            assertThat(visitors.failures()).isEmpty();
            assertThat(fetches).as("origin fetches during the restarts").isLessThanOrEqualTo(PAGES / 10);
        }
    }

    private static void restart(
            MemberProcess member, LoadBalancer balancer, BalancedClients visitors, ReadOnlyPages pages) {
        int fetches = pages.fetches();
        balancer.drain(member);
        long begin = System.nanoTime();
        member.close();
        long stopped = System.nanoTime();
        member.start();
        RepeatedRequest.holds(
                "member " + member.number() + " is healthy and has what the others have", PATIENCE, () -> {
                    return member.health().status() == 200
                            && member.has(pages.paths().get(0));
                });
        long healthy = System.nanoTime();
        balancer.admit(member);
        double ratio = visitors.hitRatio(member, VISITS);
        System.out.printf(
                Locale.ROOT,
                "restart of %d: stopped in %d ms, healthy %d ms later, then %.1f %% hits, %d pages from the origin%n",
                member.number(),
                (stopped - begin) / 1_000_000,
                (healthy - stopped) / 1_000_000,
                100 * ratio,
                pages.fetches() - fetches);
        assertThat(ratio).isGreaterThan(0.9);
    }
}
