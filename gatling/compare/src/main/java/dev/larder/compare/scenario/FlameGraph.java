package dev.larder.compare.scenario;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Fleet;
import dev.larder.compare.peer.Peer;
import dev.larder.compare.peer.Running;
import dev.larder.compare.peer.Site;
import dev.larder.compare.peer.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/** Where a JVM server spends its CPU time under hits, by async-profiler, as one HTML file. */
public final class FlameGraph {

    /** Whom it records unless somebody chooses: the first of them that starts. */
    public static final List<Peer> USUAL = List.of(Peer.LARDER_CONNECTION, Peer.LARDER);

    private final Site site;
    private final Wrk wrk;
    private final Settings settings;
    private final Progress progress;

    /** On this machine, with this generator. */
    public FlameGraph(Site site, Wrk wrk, Settings settings, Progress progress) {
        this.site = site;
        this.wrk = wrk;
        this.settings = settings;
        this.progress = progress;
    }

    /** Records the first of the chosen servers that starts; the section of the report. */
    public String record(int size, Path file) throws IOException, InterruptedException, UnavailableException {
        try (var fleet = new Fleet(site, size)) {
            var sitting = new Sitting(fleet, wrk, progress);
            for (var peer : settings.peers(USUAL)) {
                if (peer.java() && sitting.servers().isEmpty()) {
                    sitting.admit(Traffic.HIT, peer, settings.warmUp());
                }
            }
            if (sitting.servers().isEmpty()) {
                throw new UnavailableException("no JVM server for the flame graph");
            }
            record(sitting.servers().get(0), file.toAbsolutePath());
            return "## flame graph\n\n" + sitting.servers().get(0).peer() + ", hits of " + size + " octets: "
                    + file.getFileName() + "\n";
        }
    }

    private void record(Running server, Path file) throws IOException, InterruptedException {
        var library = library();
        var pid = Long.toString(server.child().handle().pid());
        agent(pid, library, "start,event=cpu,interval=1ms");
        var sent = Traffic.HIT.send(wrk, server, "", settings.rounds() * settings.seconds());
        agent(pid, library, "stop,flamegraph,title=" + server.peer() + ",file=" + file);
        progress.say("flame graph of %s over %,d requests: %s", server.peer(), sent.requests(), file);
    }

    private Path library() throws IOException {
        var architecture =
                System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("aarch64") ? "arm64" : "x64";
        var name = "/linux-" + architecture + "/libasyncProfiler.so";
        try (var library = FlameGraph.class.getResourceAsStream(name)) {
            if (library == null) {
                throw new IOException("async-profiler has no library for this machine: " + name);
            }
            var file = site.directory().resolve("libasyncProfiler.so");
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        }
    }

    private static void agent(String pid, Path library, String options) throws IOException {
        try {
            var machine = VirtualMachine.attach(pid);
            try {
                machine.loadAgentPath(library.toString(), options);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IOException("async-profiler does not start", e);
        }
    }
}
