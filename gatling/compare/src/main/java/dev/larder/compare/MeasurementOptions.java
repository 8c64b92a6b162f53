package dev.larder.compare;

import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.scenario.MeasurementSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is measured, and how long. */
final class MeasurementOptions {

    @Option(
            names = "--scenarios",
            split = ",",
            paramLabel = "NAME",
            description = "Of ${COMPLETION-CANDIDATES}; without it HIT, or none beside --flame-graph.")
    private List<ComparisonScenario> scenarios = List.of();

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "SIZE",
            defaultValue = "100,1k,16k,1m",
            description = "Octets of the body; k and m are powers of 1024.")
    private List<BodySize> sizes = List.of();

    @Option(
            names = "--servers",
            split = ",",
            paramLabel = "NAME",
            description = "Of ${COMPLETION-CANDIDATES}; without it, those that suit the scenario.")
    private List<ComparedServer> servers = List.of();

    @Option(
            names = "--baselines",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "raw-netty,nginx,varnish,bare-gateway",
            description = "Servers with which ratios are made, where they were measured.")
    private List<ComparedServer> baselines = List.of();

    @Option(names = "--rounds", defaultValue = "5", description = "Rounds, interleaved between the servers.")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "3", description = "Of one round.")
    private int seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            description = "Seconds under load before a JVM counts; gateways have twice as many.")
    private int warmUp;

    @Option(names = "--connections", defaultValue = "64", description = "Kept open by the generator.")
    private int connections;

    @Option(
            names = "--costs",
            description = "Counts octets allocated and system calls too, in two further rounds for each server.")
    private boolean costs;

    @Option(
            names = "--flame-graph",
            paramLabel = "FILE",
            description =
                    "Records hits of the first of the --servers, or of Larder on the connection, into an HTML file.")
    private Optional<Path> flameGraph = Optional.empty();

    List<ComparisonScenario> scenarios() {
        return scenarios.isEmpty() && flameGraph.isEmpty() ? List.of(ComparisonScenario.HIT) : scenarios;
    }

    List<BodySize> sizes() {
        return sizes;
    }

    Optional<Path> flameGraph() {
        return flameGraph;
    }

    MeasurementSettings settings() {
        return new MeasurementSettings(servers, baselines, rounds, seconds, warmUp, connections, costs);
    }
}
