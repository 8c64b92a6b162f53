package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three gateways in processes of their own, before one origin. */
final class ThreeMemberCluster implements AutoCloseable {

    /** For how long a member that hears nothing may serve hits. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final String name = "test-" + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();
    private final ClusterNetwork net;
    private final MemberConsistency consistency;
    private final String lookupTimeout;
    private final ScriptedOrigin origin;
    private final List<MemberProcess> members;

    private ThreeMemberCluster(ClusterNetwork net, MemberConsistency consistency, String lookupTimeout) {
        this.lookupTimeout = lookupTimeout;
        this.net = net;
        this.consistency = consistency;
        this.origin = ScriptedOrigin.start(net.origin());
        this.members =
                IntStream.range(0, ClusterNetwork.SIZE).mapToObj(this::launched).toList();
    }

    /** Starts the members over that net, and waits until each of them serves. */
    static ThreeMemberCluster start(ClusterNetwork net, MemberConsistency consistency) {
        return start(new ThreeMemberCluster(net, consistency, "50ms"));
    }

    /** The same over the loopback, with so much time for lookups that a busy machine does not turn them into misses. */
    static ThreeMemberCluster startPatient(MemberConsistency consistency) {
        return start(new ThreeMemberCluster(new LoopbackNetwork(), consistency, "2s"));
    }

    private static ThreeMemberCluster start(ThreeMemberCluster cluster) {
        try {
            ConcurrentClients.start(ClusterNetwork.SIZE, number -> {
                        cluster.members.get(number).start();
                        return number;
                    })
                    .results();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** The origin of all members. */
    ScriptedOrigin origin() {
        return origin;
    }

    /** The members. */
    List<MemberProcess> members() {
        return members;
    }

    /** That member. */
    MemberProcess member(int number) {
        return members.get(number);
    }

    /** What the members talk over. */
    ClusterNetwork net() {
        return net;
    }

    /** Waits until what one member has fetched is a hit through each of the others. */
    Duration awaitTogether() {
        return members.stream().map(this::awaitShared).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration awaitShared(MemberProcess from) {
        String path = "/together/" + NEXT.incrementAndGet();
        origin.on(path, ResponseScript.ok("shared", "Cache-Control", "max-age=600"));
        return RepeatedRequest.holds(
                "what member " + from.number() + " fetched is a hit everywhere",
                PATIENCE,
                () -> from.get(path).status() == 200 && members.stream().allMatch(member -> member.has(path)));
    }

    /** Ends the members, then the origin; fails if a member logged an error. */
    @Override
    public void close() {
        try (net;
                origin) {
            List<Throwable> failures =
                    members.stream().flatMap(ThreeMemberCluster::closed).toList();
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.get(0).getMessage(), failures.get(0));
            }
        }
    }

    private static Stream<Throwable> closed(MemberProcess member) {
        try {
            member.close();
            return Stream.empty();
        } catch (RuntimeException | Error e) {
            return Stream.of(e);
        }
    }

    private MemberProcess launched(int number) {
        return new MemberProcess(
                number, net.place(number), () -> builder(number).start());
    }

    private GatewayFixture.Builder builder(int number) {
        MemberAddresses place = net.place(number);
        GatewayFixture.Builder builder = GatewayFixture.process()
                .bare()
                .prefix(place.prefix())
                .jvmFlag("-Xmx256m")
                .jvmFlag("-XX:+UseSerialGC")
                .origin(origin)
                .property("server.address", place.service().getHostAddress())
                .property("server.port", place.port())
                .property("management.server.address", place.service().getHostAddress())
                .property("management.server.port", place.managementPort())
                .property("management.endpoints.web.exposure.include", "health,larder")
                .property("management.endpoint.health.show-details", "always")
                .property("larder.store.max-size", "64MB")
                .property("larder.actuate.write-enabled", true)
                .property("larder.invalidation.unknown-write-timeout", "1s");
        return consistency == MemberConsistency.NONE ? builder : tied(builder, place);
    }

    private GatewayFixture.Builder tied(GatewayFixture.Builder builder, MemberAddresses place) {
        String peers = IntStream.range(0, ClusterNetwork.SIZE)
                .mapToObj(peer -> net.place(peer).peer())
                .collect(Collectors.joining(","));
        return builder.property("larder.cluster.enabled", true)
                .property("larder.cluster.name", name)
                .property("larder.cluster.address", place.peer())
                .property("larder.cluster.members", peers)
                .property("larder.cluster.consistency", consistency.name().toLowerCase(Locale.ROOT))
                .property("larder.cluster.lookup-timeout", lookupTimeout)
                .property("larder.cluster.lease-timeout", LEASE.toSeconds() + "s");
    }
}
