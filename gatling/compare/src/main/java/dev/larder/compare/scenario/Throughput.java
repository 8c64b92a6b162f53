package dev.larder.compare.scenario;

import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Fleet;
import dev.larder.compare.peer.Running;
import dev.larder.compare.peer.Site;
import dev.larder.compare.peer.UnavailableException;
import dev.larder.compare.report.Round;
import dev.larder.compare.report.Rounds;
import java.io.IOException;
import java.util.List;

/** Requests per second and per CPU second: all servers one after the other, round by round, while the others are idle. */
public final class Throughput {

    private final Site site;
    private final Wrk wrk;
    private final Settings settings;
    private final Progress progress;

    /** On this machine, with this generator. */
    public Throughput(Site site, Wrk wrk, Settings settings, Progress progress) {
        this.site = site;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Measures one kind of traffic with one size of body; the section of the report. */
    public String run(Traffic traffic, int size) throws IOException, InterruptedException, UnavailableException {
        try (var fleet = new Fleet(site, size)) {
            var sitting = new Sitting(fleet, wrk, progress);
            for (var peer : settings.peers(traffic.usual(size))) {
                sitting.admit(traffic, peer, settings.warmUp());
            }
            sitting.settle();
            var rounds = new Rounds();
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
            return section(traffic, size, rounds, sitting.absent());
        }
    }

    private Round round(Traffic traffic, Fleet fleet, List<Running> all, Running server, String name)
            throws IOException, InterruptedException {
        var asked = fleet.originAsked();
        var others = cpu(all, server);
        var own = server.child().cpuSeconds();
        var sent = traffic.send(wrk, server, name, settings.seconds());
        return new Round(
                sent, server.child().cpuSeconds() - own, fleet.originAsked() - asked, cpu(all, server) - others);
    }

    private String section(Traffic traffic, int size, Rounds rounds, List<String> absent) {
        var text = new StringBuilder(String.format("## %s, %,d octets%n%n", traffic, size));
        text.append(rounds.isEmpty() ? "Nothing was measured.\n" : rounds.table(settings.baselines()));
        if (Traffic.large(size) && !rounds.isEmpty()) {
            text.append('\n').append(rounds.octets(settings.baselines()));
        }
        absent.forEach(line -> text.append("\n- ").append(line));
        return text.append('\n').toString();
    }

    private static double cpu(List<Running> all, Running except) {
        return all.stream()
                .filter(server -> !server.equals(except))
                .mapToDouble(server -> server.child().cpuSeconds())
                .sum();
    }
}
