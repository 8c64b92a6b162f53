package dev.larder.compare.scenario;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.RunningServer;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerSetup;
import dev.larder.compare.peer.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where a JVM server spends its CPU time under hits, by async-profiler, as one HTML file. */
public final class FlameGraph {

    /** Whom it records unless somebody chooses: the first of them that starts. */
    public static final List<ComparedServer> USUAL = List.of(ComparedServer.LARDER_CONNECTION, ComparedServer.LARDER);

    private final ServerEnvironment environment;
    private final WrkGenerator wrk;
    private final MeasurementSettings settings;
    private final ProgressMessages progress;

    /** On this machine, with this generator. */
    public FlameGraph(
            ServerEnvironment environment, WrkGenerator wrk, MeasurementSettings settings, ProgressMessages progress) {
        this.environment = environment;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Records the first of the chosen servers that starts; the section of the report. */
    public String record(int size, Path file) throws IOException, InterruptedException, ServerUnavailableException {
        try (var fleet = new ServerSetup(environment, size)) {
            var sitting = new WarmServers(fleet, wrk, progress);
            for (var peer : settings.peers(USUAL)) {
                if (peer.isJvm() && sitting.servers().isEmpty()) {
                    sitting.admit(LoadPattern.HIT, peer, settings.warmUp());
                }
            }
            if (sitting.servers().isEmpty()) {
                throw new ServerUnavailableException("no JVM server for the flame graph");
            }
            record(sitting.servers().get(0), file.toAbsolutePath());
            return "## flame graph\n\n" + sitting.servers().get(0).peer() + ", hits of " + size + " octets: "
                    + file.getFileName() + "\n";
        }
    }

    private void record(RunningServer server, Path file) throws IOException, InterruptedException {
        var profiler = new AsyncProfiler(server, environment.directory());
        profiler.execute("start,event=cpu,interval=1ms");
        var sent = LoadPattern.HIT.send(wrk, server, "", settings.rounds() * settings.seconds());
        profiler.execute("stop,flamegraph,title=" + server.peer() + ",file=" + file);
        progress.say("flame graph of %s over %,d requests: %s", server.peer(), sent.requests(), file);
    }
}
