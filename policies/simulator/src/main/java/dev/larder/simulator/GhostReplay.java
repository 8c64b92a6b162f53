package dev.larder.simulator;

import dev.larder.policies.ghost.GhostReport;
import dev.larder.policies.ghost.GhostSettings;
import dev.larder.policies.ghost.Ghosts;
import dev.larder.policies.ghost.Read;
import dev.larder.policies.ghost.Version;
import java.io.IOException;

/** A trace replayed through ghosts. */
final class GhostReplay {

    private final Ghosts ghosts;
    private final Lifetime lifetime;
    private long requests;

    private GhostReplay(GhostSettings settings, Lifetime lifetime) {
        this.ghosts = new Ghosts(settings);
        this.lifetime = lifetime;
    }

    /** What the ghosts make of the whole trace. */
    static GhostReport of(TraceSource trace, GhostSettings settings, Lifetime lifetime) throws IOException {
        var replay = new GhostReplay(settings, lifetime);
        var block = new Requests();
        try (RequestReader reader = trace.open()) {
            for (reader.fill(block); block.count() > 0; reader.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    replay.request(block, i);
                }
            }
        }
        return replay.ghosts.report();
    }

    private void request(Requests block, int i) {
        requests++;
        long key = block.key(i);
        if (block.isWrite(i)) {
            lifetime.write(key, block.segment(i), requests);
            return;
        }
        long size = block.size(i);
        int stratum = ghosts.stratum(key, requests);
        ghosts.count(stratum, 1, size);
        Version version = Version.of(lifetime.version(key, block.segment(i)));
        ghosts.read(new Read(key, size, version, block.time(i), lifetime.ttl(), 1, stratum));
    }
}
