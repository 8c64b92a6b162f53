package dev.larder.compare.scenario;

import dev.larder.compare.load.Sent;
import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Peer;
import dev.larder.compare.peer.Running;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is asked for, as fast as the server answers. */
public enum Traffic {
    /** One URL, which is stored. */
    HIT("/item"),
    /** URLs that nobody asked for before, to be stored. */
    MISS("/item"),
    /** One URL, which may not be stored. */
    PASS("/private/item");

    private static final int LARGE = 1 << 20;

    private final String path;

    Traffic(String path) {
        this.path = path;
    }

    /** Whom it compares unless somebody chooses. */
    public List<Peer> usual() {
        return switch (this) {
            case HIT -> Stream.of(Peer.values()).filter(this::suits).toList();
            case MISS -> List.of(Peer.LARDER, Peer.LARDER_GATEWAY, Peer.BARE_GATEWAY);
            case PASS -> List.of(Peer.LARDER, Peer.LARDER_CONNECTION, Peer.LARDER_GATEWAY, Peer.BARE_GATEWAY);
        };
    }

    /** Whom it compares with bodies of that size (octets) unless somebody chooses: a disk takes part with large ones. */
    List<Peer> usual(int size) {
        return usual().stream()
                .filter(peer -> peer != Peer.LARDER_DISK || large(size))
                .toList();
    }

    /** Whether bodies of that size (octets) are no longer kept in memory by Larder. */
    static boolean large(int size) {
        return size > LARGE;
    }

    /** Whether the server can take part at all. */
    public boolean suits(Peer peer) {
        return this == HIT ? peer.answersItself() : peer.forwards();
    }

    String path() {
        return path;
    }

    /** Whether a server may answer the checked path without the origin. */
    boolean stored(Peer peer) {
        return this != PASS && peer.answersItself();
    }

    Sent send(Wrk wrk, Running server, String round, int seconds) throws IOException, InterruptedException {
        return this == MISS
                ? wrk.unique(server.url("/"), "/" + round + "/", seconds)
                : wrk.same(server.url(path), seconds);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
