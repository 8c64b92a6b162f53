package dev.larder.compare.scenario;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.RunningServer;
import dev.larder.compare.peer.ServerSetup;
import dev.larder.compare.peer.ServerUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Servers that have been started, checked and warmed up, and those that could not be. */
final class WarmServers {

    private static final long ENOUGH = 50_000;
    private static final long OCTETS_LIKE_A_REQUEST = 64 * 1024;
    private static final int TURNS = 3;
    private static final Duration SETTLED_AT_LATEST = Duration.ofSeconds(30);
    private static final long MILLIS_LOOKED_AT = 1000;
    private static final double IDLE_SHARE = 0.02;

    private final ServerSetup fleet;
    private final WrkGenerator wrk;
    private final ProgressMessages progress;
    private final List<RunningServer> servers = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    WarmServers(ServerSetup fleet, WrkGenerator wrk, ProgressMessages progress) {
        this.fleet = fleet;
        this.wrk = wrk;
        this.progress = progress;
    }

    List<RunningServer> servers() {
        return servers;
    }

    /** One line for each server that is missing, with the reason. */
    List<String> absent() {
        return absent;
    }

    /** Starts a server; one that cannot take part is left out, and that is said. */
    void admit(LoadPattern traffic, ComparedServer peer, int warmUp) throws IOException, InterruptedException {
        if (!traffic.supports(peer)) {
            refuse(peer, "a " + traffic + " is nothing that it can answer");
            return;
        }
        try {
            var running = fleet.start(peer, traffic.path());
            servers.add(ready(traffic, running, peer.warmUpSeconds(warmUp)));
        } catch (ServerUnavailableException e) {
            refuse(peer, String.valueOf(e.getMessage()));
        }
    }

    private RunningServer ready(LoadPattern traffic, RunningServer running, int seconds)
            throws IOException, InterruptedException, ServerUnavailableException {
        try {
            fleet.check(running, traffic.path(), traffic.mayAnswerFromStore(running.peer()));
            warmUp(traffic, running, seconds);
            fleet.check(running, traffic.path(), traffic.mayAnswerFromStore(running.peer()));
            return running;
        } catch (ServerUnavailableException e) {
            fleet.end(running);
            throw e;
        }
    }

    /**
     * Again, up to three times, where a busy machine has let through too few requests to compile what is hot; a large body
     * runs that several times.
     */
    private void warmUp(LoadPattern traffic, RunningServer running, int seconds)
            throws IOException, InterruptedException {
        var requests = 0L;
        var enough = LoadPattern.isLarge(fleet.size()) ? ENOUGH * OCTETS_LIKE_A_REQUEST / fleet.size() : ENOUGH;
        for (var turn = 0; turn < TURNS && seconds > 0 && requests < enough; turn++) {
            requests += traffic.send(wrk, running, "warm-up-" + turn, seconds).requests();
        }
        progress.say("%s: warmed up with %,d requests", running.peer(), requests);
    }

    /** Waits until no server compiles any more, at most half a minute: what one does then, another would pay for. */
    void settle() throws InterruptedException {
        var deadline = System.nanoTime() + SETTLED_AT_LATEST.toNanos();
        var busy = Double.MAX_VALUE;
        while (busy > IDLE_SHARE && System.nanoTime() < deadline) {
            var before = cpuSeconds();
            Thread.sleep(MILLIS_LOOKED_AT);
            busy = (cpuSeconds() - before) * 1000 / MILLIS_LOOKED_AT;
        }
        progress.say("all servers idle: %.1f %% of a core", 100 * busy);
    }

    private double cpuSeconds() {
        return servers.stream()
                .mapToDouble(server -> server.child().cpuSeconds())
                .sum();
    }

    private void refuse(ComparedServer peer, String reason) {
        absent.add(peer + " is not available: " + reason);
        progress.say("%s is not available: %s", peer, reason);
    }
}
