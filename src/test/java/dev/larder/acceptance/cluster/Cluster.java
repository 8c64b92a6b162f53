package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.Crowd;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three gateways in processes of their own, before one origin. */
final class Cluster implements AutoCloseable {

    /** For how long a member that hears nothing may serve hits. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final String name = "test-" + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();
    private final Net net;
    private final Bond bond;
    private final String lookupTimeout;
    private final ScriptedOrigin origin;
    private final List<Member> members;

    private Cluster(Net net, Bond bond, String lookupTimeout) {
        this.lookupTimeout = lookupTimeout;
        this.net = net;
        this.bond = bond;
        this.origin = ScriptedOrigin.start(net.origin());
        this.members = IntStream.range(0, Net.SIZE).mapToObj(this::launched).toList();
    }

    /** Starts the members over that net, and waits until each of them serves. */
    static Cluster start(Net net, Bond bond) {
        return start(new Cluster(net, bond, "50ms"));
    }

    /** The same over the loopback, with so much time for lookups that a busy machine does not turn them into misses. */
    static Cluster startPatient(Bond bond) {
        return start(new Cluster(new LoopbackNet(), bond, "2s"));
    }

    private static Cluster start(Cluster cluster) {
        try {
            Crowd.start(Net.SIZE, number -> {
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
    List<Member> members() {
        return members;
    }

    /** That member. */
    Member member(int number) {
        return members.get(number);
    }

    /** What the members talk over. */
    Net net() {
        return net;
    }

    /** Waits until what one member has fetched is a hit through each of the others. */
    Duration awaitTogether() {
        return members.stream().map(this::awaitShared).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration awaitShared(Member from) {
        String path = "/together/" + NEXT.incrementAndGet();
        origin.on(path, Script.ok("shared", "Cache-Control", "max-age=600"));
        return Until.holds(
                "what member " + from.number() + " fetched is a hit everywhere",
                PATIENCE,
                () -> from.get(path).status() == 200 && members.stream().allMatch(member -> member.has(path)));
    }

    /** Ends the members, then the origin; fails if a member logged an error. */
    @Override
    public void close() {
        try (net;
                origin) {
            List<Throwable> failures = members.stream().flatMap(Cluster::closed).toList();
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.get(0).getMessage(), failures.get(0));
            }
        }
    }

    private static Stream<Throwable> closed(Member member) {
        try {
            member.close();
            return Stream.empty();
        } catch (RuntimeException | Error e) {
            return Stream.of(e);
        }
    }

    private Member launched(int number) {
        return new Member(number, net.place(number), () -> builder(number).start());
    }

    private Gateway.Builder builder(int number) {
        Place place = net.place(number);
        Gateway.Builder builder = Gateway.process()
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
        return bond == Bond.NONE ? builder : tied(builder, place);
    }

    private Gateway.Builder tied(Gateway.Builder builder, Place place) {
        String peers = IntStream.range(0, Net.SIZE)
                .mapToObj(peer -> net.place(peer).peer())
                .collect(Collectors.joining(","));
        return builder.property("larder.cluster.enabled", true)
                .property("larder.cluster.name", name)
                .property("larder.cluster.address", place.peer())
                .property("larder.cluster.members", peers)
                .property("larder.cluster.consistency", bond.name().toLowerCase(Locale.ROOT))
                .property("larder.cluster.lookup-timeout", lookupTimeout)
                .property("larder.cluster.lease-timeout", LEASE.toSeconds() + "s");
    }
}
