package dev.larder.compare.scenario;

import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Fleet;
import dev.larder.compare.peer.Peer;
import dev.larder.compare.peer.Running;
import dev.larder.compare.peer.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Servers that have been started, checked and warmed up, and those that could not be. */
final class Sitting {

    private final Fleet fleet;
    private final Wrk wrk;
    private final Progress progress;
    private final List<Running> servers = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    Sitting(Fleet fleet, Wrk wrk, Progress progress) {
        this.fleet = fleet;
        this.wrk = wrk;
        this.progress = progress;
    }

    List<Running> servers() {
        return servers;
    }

    /** One line for each server that is missing, with the reason. */
    List<String> absent() {
        return absent;
    }

    /** Starts a server; one that cannot take part is left out, and that is said. */
    void admit(Traffic traffic, Peer peer, int warmUp) throws IOException, InterruptedException {
        if (!traffic.suits(peer)) {
            refuse(peer, "a " + traffic + " is nothing that it can answer");
            return;
        }
        try {
            var running = fleet.start(peer, traffic.path());
            servers.add(ready(traffic, running, peer.warmUpSeconds(warmUp)));
        } catch (UnavailableException e) {
            refuse(peer, String.valueOf(e.getMessage()));
        }
    }

    private Running ready(Traffic traffic, Running running, int seconds)
            throws IOException, InterruptedException, UnavailableException {
        try {
            fleet.check(running, traffic.path(), traffic.stored(running.peer()));
            if (seconds > 0) {
                var sent = traffic.send(wrk, running, "warm-up", seconds);
                progress.say("%s: warmed up with %,d requests", running.peer(), sent.requests());
            }
            fleet.check(running, traffic.path(), traffic.stored(running.peer()));
            return running;
        } catch (UnavailableException e) {
            fleet.end(running);
            throw e;
        }
    }

    private void refuse(Peer peer, String reason) {
        absent.add(peer + " is not available: " + reason);
        progress.say("%s is not available: %s", peer, reason);
    }
}
