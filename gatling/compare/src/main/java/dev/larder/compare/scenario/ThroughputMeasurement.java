package dev.larder.compare.scenario;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.RunningServer;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerSetup;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.report.MeasurementRound;
import dev.larder.compare.report.MeasurementRounds;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;

/** Requests per second and per CPU second: all servers one after the other, round by round, while the others are idle. */
public final class ThroughputMeasurement {

    /** A server that is faster than before by less than this is as fast as it gets. */
    private static final double STEADY = 1.05;

    private static final int MAX_STEADYING_ROUNDS = 15;

    private final ServerEnvironment environment;
    private final WrkGenerator wrk;
    private final MeasurementSettings settings;
    private final ProgressMessages progress;

    /** On this machine, with this generator. */
    public ThroughputMeasurement(
            ServerEnvironment environment, WrkGenerator wrk, MeasurementSettings settings, ProgressMessages progress) {
        this.environment = environment;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Measures one kind of traffic with one size of body; the section of the report. */
    public String run(LoadPattern traffic, int size)
            throws IOException, InterruptedException, ServerUnavailableException {
        try (var fleet = new ServerSetup(environment, size)) {
            var sitting = new WarmServers(fleet, wrk, progress);
            for (var peer : settings.peers(traffic.usual(size))) {
                sitting.admit(traffic, peer, settings.warmUp());
            }
            sitting.settle();
            becomeSteady(traffic, fleet, sitting.servers());
            var rounds = new MeasurementRounds();
            for (var number = 1; number <= settings.rounds(); number++) {
                for (var server : sitting.servers()) {
                    var round = round(traffic, fleet, sitting.servers(), server, "round-" + number);
                    rounds.add(server.peer(), round);
                    progress.say(
                            "%s, %,d octets, round %d of %d, %s: %,.0f requests/s, %,d errors",
                            traffic,
                            size,
                            number,
                            settings.rounds(),
                            server.peer(),
                            round.sent().requests() / round.sent().seconds(),
                            round.sent().errors());
                }
            }
            var costs = settings.costs()
                    ? new RequestCosts(environment, wrk, progress).table(traffic, sitting.servers(), settings.seconds())
                    : "";
            return section(traffic, size, rounds, costs, sitting.absent());
        }
    }

    /** Sends rounds that do not count until no server is faster than before: what is compiled late would be measured as slow. */
    private void becomeSteady(LoadPattern traffic, ServerSetup fleet, List<RunningServer> servers)
            throws IOException, InterruptedException {
        var best = new HashMap<RunningServer, Double>();
        var number = 0;
        var faster = !servers.isEmpty();
        while (faster && number < MAX_STEADYING_ROUNDS) {
            number++;
            faster = false;
            for (var server : servers) {
                var rate = round(traffic, fleet, servers, server, "steadying-" + number)
                        .perCpuSecond();
                faster |= rate > STEADY * best.getOrDefault(server, 0.0);
                best.merge(server, rate, Math::max);
            }
        }
        progress.say("%s: %d rounds until no server was faster than before", traffic, number);
    }

    private MeasurementRound round(
            LoadPattern traffic, ServerSetup fleet, List<RunningServer> all, RunningServer server, String name)
            throws IOException, InterruptedException {
        var asked = fleet.originAsked();
        var others = cpu(all, server);
        var own = server.child().cpuSeconds();
        var sent = traffic.send(wrk, server, name, settings.seconds());
        return new MeasurementRound(
                sent, server.child().cpuSeconds() - own, fleet.originAsked() - asked, cpu(all, server) - others);
    }

    private String section(LoadPattern traffic, int size, MeasurementRounds rounds, String costs, List<String> absent) {
        var text = new StringBuilder(String.format("## %s, %,d octets%n%n", traffic, size));
        text.append(rounds.isEmpty() ? "Nothing was measured.\n" : rounds.table(settings.baselines()));
        if (LoadPattern.isLarge(size) && !rounds.isEmpty()) {
            text.append('\n').append(rounds.octets(settings.baselines()));
        }
        if (!costs.isEmpty()) {
            text.append('\n').append(costs);
        }
        absent.forEach(line -> text.append("\n- ").append(line));
        return text.append('\n').toString();
    }

    private static double cpu(List<RunningServer> all, RunningServer except) {
        return all.stream()
                .filter(server -> !server.equals(except))
                .mapToDouble(server -> server.child().cpuSeconds())
                .sum();
    }
}
