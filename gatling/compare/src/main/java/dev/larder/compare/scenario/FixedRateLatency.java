package dev.larder.compare.scenario;

import dev.larder.compare.load.FixedRateResult;
import dev.larder.compare.load.OpenLoopGenerator;
import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.RunningServer;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerSetup;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.report.MarkdownTable;
import dev.larder.compare.report.MedianRange;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Latency of hits or misses at one rate for all: half of what the first server can answer, by default nginx for hits and the bare
 * gateway for misses.
 */
public final class FixedRateLatency {

    private static final long SECONDS_OVER = 40;

    private final ServerEnvironment environment;
    private final WrkGenerator wrk;
    private final MeasurementSettings settings;
    private final ProgressMessages progress;

    /** On this machine; wrk warms up, and finds how much the first server can answer. */
    public FixedRateLatency(
            ServerEnvironment environment, WrkGenerator wrk, MeasurementSettings settings, ProgressMessages progress) {
        this.environment = environment;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Whom it compares unless somebody chooses. */
    public static List<ComparedServer> usual(LoadPattern traffic) {
        return traffic == LoadPattern.MISS
                ? List.of(ComparedServer.BARE_GATEWAY, ComparedServer.NGINX, ComparedServer.LARDER)
                : List.of(ComparedServer.NGINX, ComparedServer.LARDER, ComparedServer.LARDER_CONNECTION);
    }

    /** Measures with one kind of traffic and one size of body; the section of the report. */
    public String run(LoadPattern traffic, int size)
            throws IOException, InterruptedException, ServerUnavailableException {
        if (environment.certificate().isPresent()) {
            throw new ServerUnavailableException("The generator with a fixed rate has no TLS: leave out --tls.");
        }
        try (var fleet = new ServerSetup(environment, size)) {
            var sitting = new WarmServers(fleet, wrk, progress);
            for (var peer : settings.peers(usual(traffic))) {
                sitting.admit(traffic, peer, settings.warmUp());
            }
            sitting.settle();
            if (sitting.servers().isEmpty()) {
                return section(traffic, size, "Nothing was measured.\n", sitting.absent());
            }
            var first = sitting.servers().get(0);
            var full = traffic.send(wrk, first, "saturation", settings.seconds());
            var rate = full.requests() / full.seconds() / 2;
            progress.say("latency: %,.0f requests/s, half of what %s answers", rate, first.peer());
            var outcomes = rounds(traffic, sitting.servers(), rate);
            var head = String.format("%,.0f requests/s, half of what %s answers.%n%n", rate, first.peer());
            return section(traffic, size, head + table(outcomes), sitting.absent());
        }
    }

    private Map<ComparedServer, List<FixedRateResult>> rounds(
            LoadPattern traffic, List<RunningServer> servers, double rate) throws IOException, InterruptedException {
        var outcomes = new EnumMap<ComparedServer, List<FixedRateResult>>(ComparedServer.class);
        for (var number = 1; number <= settings.rounds(); number++) {
            for (var server : servers) {
                var outcome = send(server, traffic.paths("round-" + number), rate);
                outcomes.computeIfAbsent(server.peer(), any -> new ArrayList<>())
                        .add(outcome);
                progress.say(
                        "latency, round %d of %d, %s: p99 %,.0f us, %,d errors",
                        number, settings.rounds(), server.peer(), outcome.p99(), outcome.errors());
            }
        }
        return outcomes;
    }

    private FixedRateResult send(RunningServer server, String paths, double rate)
            throws IOException, InterruptedException {
        var command = environment
                .java()
                .mainClass(
                        OpenLoopGenerator.class,
                        server.listener().port(),
                        paths,
                        rate,
                        settings.connections(),
                        settings.seconds(),
                        server.listener().authorization());
        var generator = environment.children().start("open-loop", environment.loadCore(), command);
        try {
            generator.await(Duration.ofSeconds(settings.seconds() + SECONDS_OVER));
            return FixedRateResult.parse(generator.output());
        } finally {
            environment.children().end(generator);
        }
    }

    private static String section(LoadPattern traffic, int size, String content, List<String> absent) {
        var text = new StringBuilder(String.format("## latency, %s, %,d octets%n%n", traffic, size)).append(content);
        absent.forEach(line -> text.append("\n- ").append(line));
        return text.append('\n').toString();
    }

    private static String table(Map<ComparedServer, List<FixedRateResult>> outcomes) {
        var table = new MarkdownTable(
                List.of("server", "p50 us, median (min .. max)", "p99 us", "p99.9 us", "max us", "requests", "errors"));
        outcomes.forEach((peer, all) -> table.add(List.of(
                peer.toString(),
                text(all, FixedRateResult::p50),
                text(all, FixedRateResult::p99),
                text(all, FixedRateResult::p999),
                text(all, FixedRateResult::max),
                Long.toString(all.stream().mapToLong(FixedRateResult::requests).sum()),
                Long.toString(all.stream().mapToLong(FixedRateResult::errors).sum()))));
        return table.toString();
    }

    private static String text(List<FixedRateResult> all, ToDoubleFunction<FixedRateResult> value) {
        return MedianRange.of(all.stream()
                        .map(outcome -> value.applyAsDouble(outcome))
                        .toList())
                .text(0);
    }
}
