package dev.larder.experiments.study;

import dev.larder.experiments.Scale;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import dev.larder.experiments.traffic.Limits;
import dev.larder.experiments.traffic.RestMix;
import dev.larder.experiments.traffic.Versions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the figures of the case study have in common: the mix, the policies, the lines of the plots. */
final class CaseStudy {

    /** All of {@code larder.store.type} that decide who stays. */
    static final List<String> POLICIES = List.of(
            "caffeine",
            "lru",
            "lfu",
            "fifo",
            "random",
            "gds",
            "gdsf",
            "gdsf-refusing",
            "lfuda",
            "tinylfu",
            "s3fifo",
            "sieve",
            "larder");

    /** What the backend takes for an answer, where that is not what is varied. */
    static final double BACKEND_MILLIS = 5;

    /** Nothing is between client and origin. */
    static final String BARE_BACKEND = "bare backend";

    /** Spring Cloud Gateway without a cache is. */
    static final String BARE_GATEWAY = "bare gateway";

    /** Larder is, with room for all, and a write drops its item and what stands for it alone. */
    static final String HIERARCHY = "Larder, room for all";

    /** Larder is as it comes, with room for all: a write drops its whole pool. */
    static final String POOL = "Larder, room for all, pools dropped";

    /** Bytes that an entry of the mix takes beside its content: key, head, bookkeeping. As the actuator shows them. */
    static final int OVERHEAD = 760;

    /** The part of the footprint for which the policies compete. */
    private static final double PART = 0.1;

    private static final String ALL = "allz";
    private static final int WARM_CLIENTS = 16;

    private CaseStudy() {}

    /** Whether no cache is in the way of a line of this name. */
    static boolean isBare(String line) {
        return line.equals(BARE_BACKEND) || line.equals(BARE_GATEWAY);
    }

    static RestMix mix(Scale scale) {
        return new RestMix(scale.of(300, RestMix.ENDPOINTS));
    }

    static List<String> policies(Scale scale) {
        return scale.of(List.of("lru", "larder"), POLICIES);
    }

    /** Bytes that the whole mix takes when it is stored. */
    static long stored(RestMix mix) {
        return mix.footprint() + (long) OVERHEAD * mix.endpoints();
    }

    /** A store for each policy, of a tenth of the footprint. */
    static List<String> stores(Scale scale) {
        var size = (long) (PART * stored(mix(scale)));
        return policies(scale).stream()
                .flatMap(policy -> store(prefix(policy), policy, size).stream())
                .toList();
    }

    /** A store, and the rule that leads to it. */
    static List<String> store(String prefix, String policy, long size) {
        return List.of(
                "--larder.stores." + prefix + ".type=" + policy,
                "--larder.stores." + prefix + ".max-size=" + size + "B",
                "--larder.rules." + prefix + ".store=" + prefix,
                "--larder.rules." + prefix + ".paths=/items-" + prefix + "*/**",
                "--larder.rules." + prefix + ".breadth=hierarchy");
    }

    /** A default store with room for all, and the rule by which an item is invalidated alone. */
    static List<String> roomForAll() {
        return List.of(
                "--larder.store.max-size=64MB",
                "--larder.rules.all.paths=/items-" + ALL + "*/**",
                "--larder.rules.all.breadth=hierarchy");
    }

    /** Collections of that prefix come under the store of the policy. */
    static String prefix(String policy) {
        return policy.replace("-", "") + "z";
    }

    /** Without the policies. */
    static List<Line> baseLines(Server origin, Server larder) {
        return List.of(
                new Line(BARE_BACKEND, "bare", List.of(origin)),
                new Line(BARE_GATEWAY, "gateway", List.of(Server.bareGateway(origin))),
                new Line(HIERARCHY, ALL, List.of(larder)),
                new Line(POOL, "pool", List.of(larder)));
    }

    /** With them. */
    static List<Line> lines(Scale scale) {
        var contest = Gateways.contest(scale);
        var policies = policies(scale).stream().map(policy -> new Line(policy, prefix(policy), List.of(contest)));
        return Stream.concat(baseLines(Server.ORIGIN, contest).stream(), policies)
                .toList();
    }

    /** A line of instances that share the traffic. */
    static Line shared(String name, List<Server> servers) {
        return new Line(name, ALL, servers);
    }

    /** What a query says so that the origin takes that long; half a millisecond is what it takes anyway. */
    static String latency(double millis) {
        return millis == Math.rint(millis) ? "latency=" + (long) millis : "";
    }

    static List<Integer> ports(Workspace workspace, Line line) {
        return line.servers().stream().map(workspace::port).toList();
    }

    /** Traffic that is not measured, until the virtual machines have compiled what they need. */
    static void warmUp(Workspace workspace, RestMix mix, List<Line> lines, double seconds)
            throws IOException, InterruptedException {
        for (var line : lines) {
            workspace.progress().say("warm-up: %s", line.name());
            var end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
            var calls = Limits.time(mix.calls(line.prefix() + "w", 0, latency(0)), end);
            workspace.load(ports(workspace, line), WARM_CLIENTS, calls, new Versions());
        }
    }
}
