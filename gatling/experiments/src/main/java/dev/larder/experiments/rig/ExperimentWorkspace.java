package dev.larder.experiments.rig;

import dev.larder.compare.BenchmarkHost;
import dev.larder.compare.peer.HttpProbe;
import dev.larder.compare.peer.StartFailure;
import dev.larder.compare.process.ManagedProcess;
import dev.larder.compare.process.ManagedProcesses;
import dev.larder.compare.scenario.ProgressMessages;
import dev.larder.experiments.load.ClosedLoopGenerator;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.RequestStatistics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Where experiments run: their servers, their load, and what went wrong on the way. Used by one thread. */
public final class ExperimentWorkspace implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(240);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int SERVER_CORE = 0;
    private static final int LOAD_CORE = 1;

    private final BuiltExecutables programs;
    private final boolean pinned;
    private final int rounds;
    private final Path scratch;
    private final ManagedProcesses children;
    private final ProgressMessages progress;
    private final NamedPorts ports;
    private final Map<ServerSpecification, ManagedProcess> running = new LinkedHashMap<>();
    private final ExperimentHealth health = new ExperimentHealth();
    private final ClosedLoopGenerator load = new ClosedLoopGenerator();

    /**
     * In a directory that is deleted at the end; pinned, servers have one core and the load and the origin another. Everything
     * is measured in so many rounds.
     */
    public ExperimentWorkspace(BuiltExecutables programs, boolean pinned, int rounds, ProgressMessages progress)
            throws IOException {
        this.programs = programs;
        this.pinned = pinned;
        this.rounds = rounds;
        this.progress = progress;
        this.scratch = Files.createTempDirectory("larder-experiments-");
        this.children = new ManagedProcesses(scratch, pinned);
        this.ports = new NamedPorts(scratch);
        children.deleteAtEnd(scratch);
    }

    /** Starts what does not run yet, all at once, and ends what runs and is not wanted. */
    public void have(Collection<ServerSpecification> servers) throws IOException {
        endAllBut(servers);
        for (var server : servers) {
            if (!running.containsKey(server)) {
                running.put(server, start(server));
            }
        }
        for (var server : servers) {
            awaitAnswer(server);
        }
    }

    /** Ends what runs and is not among these. */
    public void endAllBut(Collection<ServerSpecification> servers) {
        for (var entry : Map.copyOf(running).entrySet()) {
            if (!servers.contains(entry.getKey())) {
                running.remove(entry.getKey());
                children.end(entry.getValue());
            }
        }
    }

    private ManagedProcess start(ServerSpecification server) throws IOException {
        var jar = server.kind() == ServerSpecification.Kind.LARDER ? programs.larder() : programs.bareGateway();
        var command =
                programs.java().jar(jar, "--server.address=127.0.0.1", "--server.port=" + ports.of(server.name()));
        server.arguments().stream().map(ports::resolve).forEach(command::add);
        progress.say("%s starts", server.name());
        return children.start(server.name(), server.isOrigin() ? LOAD_CORE : SERVER_CORE, command);
    }

    private void awaitAnswer(ServerSpecification server) throws IOException {
        var child = running.get(server);
        var deadline = System.nanoTime() + START_NANOS;
        while (child != null && !isReady(server)) {
            if (!child.isAlive() || System.nanoTime() > deadline) {
                throw new IOException(server.name() + " did not start: " + StartFailure.reason(child.output()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isReady(ServerSpecification server) {
        try {
            return HttpProbe.get(port(server), "/items/ready").status() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Where a server listens; of the origin that is where the demo's API is. */
    public int port(ServerSpecification server) {
        return ports.of(server.listens());
    }

    /** A port that servers know by that name. */
    public int port(String name) {
        return ports.of(name);
    }

    /** Seconds of CPU time that a server which runs has taken since its start. */
    public double cpuSeconds(ServerSpecification server) {
        return Objects.requireNonNull(running.get(server), server.name()).cpuSeconds();
    }

    /** Removes all that a gateway has stored. */
    public void purge(ServerSpecification server) throws IOException {
        var answer = ManagementClient.post(ports.of(server.name() + "-management"), "{\"purge\":\"everything\"}");
        if (answer != 200) {
            throw new IOException(server.name() + " refused to purge: " + answer);
        }
    }

    /** What a gateway says about its stores. */
    public String stores(ServerSpecification server) throws IOException {
        return HttpProbe.get(ports.of(server.name() + "-management"), "/actuator/larder")
                .body();
    }

    /** Does the calls with so many clients and counts them; what fails or is stale counts for the whole run. */
    public RequestStatistics load(
            List<Integer> targets, int clients, Iterator<ExperimentRequest> calls, ExpectedVersions versions)
            throws IOException, InterruptedException {
        var tally = new RequestStatistics();
        observe(targets, clients, calls, versions, tally::add);
        return tally;
    }

    /** The same, and tells of each answer. */
    public void observe(
            List<Integer> targets,
            int clients,
            Iterator<ExperimentRequest> calls,
            ExpectedVersions versions,
            ClosedLoopGenerator.Listener listener)
            throws IOException, InterruptedException {
        var counted = new RequestStatistics();
        load.run(new ClosedLoopGenerator.Order(targets, clients, calls, versions), (call, answer, nanos, stale) -> {
            counted.add(call, answer, nanos, stale);
            listener.answered(call, answer, nanos, stale);
        });
        health.add(counted);
    }

    /** Runs a program to its end, on all cores; the lines it has written. */
    public List<String> program(String name, List<String> command, Duration limit)
            throws IOException, InterruptedException {
        var child = children.start(name, LOAD_CORE, onAllCores(command));
        var exit = child.await(limit);
        if (exit != 0) {
            throw new IOException(name + " ended with " + exit + ": " + String.join("\n", child.output()));
        }
        return child.output();
    }

    private List<String> onAllCores(List<String> command) throws IOException {
        if (!pinned) {
            return command;
        }
        var whole = new ArrayList<>(List.of("taskset", "--cpu-list", "0-" + (BenchmarkHost.cores() - 1)));
        whole.addAll(command);
        return whole;
    }

    /** A file of that name with these lines. */
    public Path file(String name, Iterable<String> lines) throws IOException {
        var all = new ArrayList<String>();
        lines.forEach(all::add);
        return Files.write(scratch.resolve(name), all, StandardCharsets.UTF_8);
    }

    /** A directory for files. */
    public Path directory(String name) throws IOException {
        return Files.createDirectories(scratch.resolve(name));
    }

    /** How often everything is measured. */
    public int rounds() {
        return rounds;
    }

    /** The executables. */
    public BuiltExecutables programs() {
        return programs;
    }

    /** Whom to tell what happens. */
    public ProgressMessages progress() {
        return progress;
    }

    /** What went wrong so far. */
    public ExperimentHealth health() {
        return health;
    }

    @Override
    public void close() {
        load.close();
        children.close();
    }
}
