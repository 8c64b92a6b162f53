package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.RequestLimits;
import dev.larder.experiments.traffic.RoutedRequests;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What routes cost: misses and hits through gateways with one route, with a hundred and with thousands. */
public final class RouteCountExperiment implements StudyExperiment {

    private static final String ROUTES = "--spring.cloud.gateway.server.webflux.routes";
    private static final String CACHED = "--spring.cloud.gateway.server.webflux.default-filters[0]=Cache";
    private static final String RATE = "requests/s, ";
    private static final String CPU = "CPU of the gateway, us/request, ";
    private static final int CLIENTS = 64;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MICROS = 1e6;

    @Override
    public String name() {
        return "routes";
    }

    @Override
    public String title() {
        return "Routes: one, a hundred, three thousand";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "none: Spring Cloud Gateway tries its routes one after another until one matches",
                "none",
                "requests are spread evenly over the routes, which are matched by their paths alone");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(5);
    }

    /** A line of the plots. */
    private enum Gateway {
        BARE(CaseStudySetup.BARE_GATEWAY, ServerSpecification.Kind.BARE_GATEWAY, List.of()),
        CACHING("Larder", ServerSpecification.Kind.LARDER, List.of(CACHED)),
        ROUTING(
                "Larder, forwarding by its routes",
                ServerSpecification.Kind.LARDER,
                List.of(CACHED, "--larder.forward=gateway"));

        private final String line;
        private final ServerSpecification.Kind kind;
        private final List<String> arguments;

        Gateway(String line, ServerSpecification.Kind kind, List<String> arguments) {
            this.line = line;
            this.kind = kind;
            this.arguments = arguments;
        }

        /** With so many routes, each of which leads to the origin. */
        private ServerSpecification with(int routes) {
            var name = name().toLowerCase(Locale.ROOT) + "-with-" + routes + "-routes";
            var origin = "http://127.0.0.1:{" + ServerSpecification.ORIGIN.listens() + "}";
            var definitions = IntStream.range(0, routes)
                    .mapToObj(route -> ROUTES + "[" + route + "]=r" + route + "=" + origin + ",Path="
                            + RoutedRequests.pattern(route));
            return new ServerSpecification(
                    name,
                    name,
                    kind,
                    Stream.concat(arguments.stream(), definitions).toList());
        }
    }

    /** What is asked for. */
    private enum Traffic {
        /** What nobody has asked for before: a gateway without a cache passes it on just so. */
        MISSES,
        /** What is stored. */
        HITS;

        private boolean supports(Gateway gateway) {
            return this == MISSES || gateway != Gateway.BARE;
        }

        private String metric(String quantity) {
            return quantity + (this == MISSES ? "misses" : "hits");
        }
    }

    private static List<Integer> counts(ExperimentScale scale) {
        return scale.of(List.of(100), List.of(1, 100, 3_000));
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return Stream.concat(
                        Stream.of(ServerSpecification.ORIGIN),
                        counts(scale).stream()
                                .flatMap(routes -> Stream.of(Gateway.values()).map(gateway -> gateway.with(routes))))
                .toList();
    }

    /** A gateway with a number of routes, asked for one kind of traffic. */
    private record Measured(Gateway gateway, Traffic traffic, int routes) {}

    private static List<Measured> all(ExperimentScale scale) {
        return counts(scale).stream()
                .flatMap(routes -> Stream.of(Gateway.values())
                        .flatMap(gateway -> Stream.of(Traffic.values())
                                .filter(traffic -> traffic.supports(gateway))
                                .map(traffic -> new Measured(gateway, traffic, routes))))
                .toList();
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        for (var measured : all(scale)) {
            workspace.progress().say("warm-up: %s", measured);
            read(workspace, new MeasurementGrid("warm-up"), measured, workspace.rounds() + 1, scale.of(0.1, 4.0));
        }
        var grid = new MeasurementGrid("routes");
        for (var repetition = scale.of(1, 0); repetition <= workspace.rounds(); repetition++) {
            var into = CaseStudySetup.counted(grid, repetition);
            for (var measured : CaseStudySetup.turns(all(scale), repetition)) {
                read(workspace, into, measured, repetition, scale.of(0.3, 1.5));
            }
            workspace.progress().say("%s, round %d", name(), repetition);
        }
        return figures(grid, scale);
    }

    /** One reading of so many seconds; hits that are none, and misses that are hits, are wrong. */
    private static void read(
            ExperimentWorkspace workspace, MeasurementGrid into, Measured measured, int round, double seconds)
            throws IOException, InterruptedException {
        var server = measured.gateway().with(measured.routes());
        var port = List.of(workspace.port(server));
        var requests = new RoutedRequests(measured.routes());
        var hits = measured.traffic() == Traffic.HITS;
        if (hits) {
            workspace.load(port, CLIENTS, requests.stored(), new ExpectedVersions());
        }
        Iterator<ExperimentRequest> calls = hits ? requests.again(round) : requests.fresh(round);
        var cpu = workspace.cpuSeconds(server);
        var begin = System.nanoTime();
        var tally = workspace.load(
                port, CLIENTS, RequestLimits.time(calls, begin + (long) (seconds * NANOS)), new ExpectedVersions());
        var took = (System.nanoTime() - begin) / NANOS;
        var line = measured.gateway().line;
        into.add(measured.traffic().metric(RATE), line, measured.routes(), tally.calls() / took);
        into.add(
                measured.traffic().metric(CPU),
                line,
                measured.routes(),
                MICROS * (workspace.cpuSeconds(server) - cpu) / tally.calls());
        if (tally.hitRatio() != (hits ? 1 : 0)) {
            workspace.progress().say("%s: the hit ratio is %.4f", measured, tally.hitRatio());
            workspace.health().wrong(1);
        }
    }

    private static ExperimentResults figures(MeasurementGrid grid, ExperimentScale scale) {
        var views = Stream.of(Traffic.values())
                .flatMap(traffic -> Stream.of(view(traffic.metric(RATE), 0), view(traffic.metric(CPU), 1)))
                .toList();
        var costs = Stream.of(Traffic.values())
                .map(traffic -> traffic.metric("") + " " + medians(grid, traffic.metric(CPU)))
                .collect(Collectors.joining(". "));
        var counts = counts(scale).stream()
                .map(routes -> NumberFormats.fixed(routes, 0))
                .collect(Collectors.joining(", "));
        return new ExperimentResults(
                grid,
                views,
                "us of the gateway's CPU for a request, with " + counts + " routes: " + costs,
                List.of(
                        "Misses are URLs that nobody has asked for before; what Larder stores of them may evict, as in operation. To the"
                                + " bare gateway they are requests like any other.",
                        "Hits are reads of " + NumberFormats.fixed(RoutedRequests.STORED, 0)
                                + " URLs in a random order, whatever the number of routes.",
                        "Load and origin share a core, and that is the bound of requests/s where the gateway's CPU time is short."));
    }

    private static MetricView view(String metric, int decimals) {
        return MetricView.of(metric, metric, decimals).wide().steep();
    }

    private static String medians(MeasurementGrid grid, String metric) {
        return grid.lines(metric).stream()
                .map(line -> line + " "
                        + grid.places(metric).stream()
                                .map(routes -> NumberFormats.fixed(
                                        grid.median(metric, line, routes).orElseThrow(), 1))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }
}
