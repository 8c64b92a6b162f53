package dev.larder.soak.origin;

import dev.larder.compare.server.NettyServer;

/** An origin in this process. */
public final class SoakOrigin implements AutoCloseable {

    private final ResourceVersions site;
    private final NettyServer server;
    private volatile OriginCondition condition = OriginCondition.WELL;

    /** Serves that site on a free port of the loopback. */
    public SoakOrigin(ResourceVersions site) {
        this.site = site;
        this.server = NettyServer.start(0, () -> new SoakOriginHandler(site, this::condition));
    }

    /** What it serves. */
    public ResourceVersions site() {
        return site;
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    /** From now on it is like this. */
    public void be(OriginCondition next) {
        condition = next;
    }

    private OriginCondition condition() {
        return condition;
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
