package dev.larder.simulator;

import dev.larder.policies.ghost.ContentVersion;
import dev.larder.policies.ghost.GhostCaches;
import dev.larder.policies.ghost.GhostRead;
import dev.larder.policies.ghost.GhostReport;
import dev.larder.policies.ghost.GhostSettings;
import java.io.IOException;

/** Replays a trace through ghosts. */
final class GhostReplay {

    private final GhostCaches ghosts;
    private final EntryLifetime lifetime;
    private long requests;

    private GhostReplay(GhostSettings settings, EntryLifetime lifetime) {
        this.ghosts = new GhostCaches(settings);
        this.lifetime = lifetime;
    }

    /** Returns the ghosts' report on the whole trace. */
    static GhostReport of(TraceSource trace, GhostSettings settings, EntryLifetime lifetime) throws IOException {
        var replay = new GhostReplay(settings, lifetime);
        var block = new RequestBlock();
        try (RequestReader reader = trace.open()) {
            for (reader.fill(block); block.count() > 0; reader.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    replay.request(block, i);
                }
            }
        }
        return replay.ghosts.report();
    }

    private void request(RequestBlock block, int i) {
        requests++;
        long key = block.key(i);
        if (block.isWrite(i)) {
            lifetime.write(key, block.segment(i), requests);
            return;
        }
        long size = block.size(i);
        int stratum = ghosts.stratum(key, requests);
        ghosts.count(stratum, 1, size);
        ContentVersion version = ContentVersion.of(lifetime.version(key, block.segment(i)));
        ghosts.read(new GhostRead(key, size, version, block.time(i), lifetime.ttl(), 1, stratum));
    }
}
