package dev.larder.compare.scenario;

import dev.larder.compare.load.OpenLoop;
import dev.larder.compare.load.Outcome;
import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Fleet;
import dev.larder.compare.peer.Peer;
import dev.larder.compare.peer.Running;
import dev.larder.compare.peer.Site;
import dev.larder.compare.peer.UnavailableException;
import dev.larder.compare.report.Spread;
import dev.larder.compare.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Latency of hits at one rate for all: half of what the first server, nginx by default, can answer. */
public final class FixedRate {

    /** Whom it compares unless somebody chooses. */
    public static final List<Peer> USUAL = List.of(Peer.NGINX, Peer.LARDER, Peer.LARDER_CONNECTION);

    private static final long SECONDS_OVER = 40;

    private final Site site;
    private final Wrk wrk;
    private final Settings settings;
    private final Progress progress;

    /** On this machine; wrk warms up, and finds how much the first server can answer. */
    public FixedRate(Site site, Wrk wrk, Settings settings, Progress progress) {
        this.site = site;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Measures with one size of body; the section of the report. */
    public String run(int size) throws IOException, InterruptedException, UnavailableException {
        try (var fleet = new Fleet(site, size)) {
            var sitting = new Sitting(fleet, wrk, progress);
            for (var peer : settings.peers(USUAL)) {
                sitting.admit(Traffic.HIT, peer, settings.warmUp());
            }
            sitting.settle();
            if (sitting.servers().isEmpty()) {
                return section(size, "Nothing was measured.\n", sitting.absent());
            }
            var first = sitting.servers().get(0);
            var full = Traffic.HIT.send(wrk, first, "", settings.seconds());
            var rate = full.requests() / full.seconds() / 2;
            progress.say("latency: %,.0f requests/s, half of what %s answers", rate, first.peer());
            var outcomes = rounds(sitting.servers(), rate);
            var head = String.format("%,.0f requests/s, half of what %s answers.%n%n", rate, first.peer());
            return section(size, head + table(outcomes), sitting.absent());
        }
    }

    private Map<Peer, List<Outcome>> rounds(List<Running> servers, double rate)
            throws IOException, InterruptedException {
        var outcomes = new EnumMap<Peer, List<Outcome>>(Peer.class);
        for (var number = 1; number <= settings.rounds(); number++) {
            for (var server : servers) {
                var outcome = send(server, rate);
                outcomes.computeIfAbsent(server.peer(), any -> new ArrayList<>())
                        .add(outcome);
                progress.say(
                        "latency, round %d of %d, %s: p99 %,.0f us, %,d errors",
                        number, settings.rounds(), server.peer(), outcome.p99(), outcome.errors());
            }
        }
        return outcomes;
    }

    private Outcome send(Running server, double rate) throws IOException, InterruptedException {
        var command = site.java()
                .mainClass(
                        OpenLoop.class,
                        server.port(),
                        Traffic.HIT.path(),
                        rate,
                        settings.connections(),
                        settings.seconds());
        var generator = site.children().start("open-loop", site.loadCore(), command);
        try {
            generator.await(Duration.ofSeconds(settings.seconds() + SECONDS_OVER));
            return Outcome.parse(generator.output());
        } finally {
            site.children().end(generator);
        }
    }

    private static String section(int size, String content, List<String> absent) {
        var text = new StringBuilder(String.format("## latency of hits, %,d octets%n%n", size)).append(content);
        absent.forEach(line -> text.append("\n- ").append(line));
        return text.append('\n').toString();
    }

    private static String table(Map<Peer, List<Outcome>> outcomes) {
        var table = new Table(
                List.of("server", "p50 us, median (min .. max)", "p99 us", "p99.9 us", "max us", "requests", "errors"));
        outcomes.forEach((peer, all) -> table.add(List.of(
                peer.toString(),
                text(all, Outcome::p50),
                text(all, Outcome::p99),
                text(all, Outcome::p999),
                text(all, Outcome::max),
                Long.toString(all.stream().mapToLong(Outcome::requests).sum()),
                Long.toString(all.stream().mapToLong(Outcome::errors).sum()))));
        return table.toString();
    }

    private static String text(List<Outcome> all, ToDoubleFunction<Outcome> value) {
        return Spread.of(all.stream()
                        .map(outcome -> value.applyAsDouble(outcome))
                        .toList())
                .text(0);
    }
}
