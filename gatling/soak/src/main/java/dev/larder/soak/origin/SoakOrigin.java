package dev.larder.soak.origin;

import dev.larder.compare.server.NettyServer;

/** An origin in this process. */
public final class SoakOrigin implements AutoCloseable {

    private final Site site;
    private final NettyServer server;
    private volatile Mood mood = Mood.WELL;

    /** Serves that site on a free port of the loopback. */
    public SoakOrigin(Site site) {
        this.site = site;
        this.server = NettyServer.start(0, () -> new Answers(site, this::mood));
    }

    /** What it serves. */
    public Site site() {
        return site;
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    /** From now on it is like this. */
    public void be(Mood next) {
        mood = next;
    }

    private Mood mood() {
        return mood;
    }

    /** It answers nobody any more, and ends all connections. */
    public void stop() {
        server.close();
    }

    @Override
    public void close() {
        stop();
    }
}
