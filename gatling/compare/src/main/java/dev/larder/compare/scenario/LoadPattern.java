package dev.larder.compare.scenario;

import dev.larder.compare.load.LoadResult;
import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.RunningServer;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is asked for, as fast as the server answers. */
public enum LoadPattern {
    /** One URL, which is stored. */
    HIT("/item"),
    /** URLs that nobody asked for before, to be stored. */
    MISS("/item"),
    /** One URL, which may not be stored. */
    PASS("/private/item"),
    /** One URL, which is stored and may only be reused when the origin says that it has not changed. */
    VALIDATE("/validated/item"),
    /** POST to one URL, which invalidates what is stored of it. */
    WRITE("/item");

    private static final int LARGE = 1 << 20;

    private final String path;

    LoadPattern(String path) {
        this.path = path;
    }

    /** Whom it compares unless somebody chooses. */
    public List<ComparedServer> usual() {
        return switch (this) {
            case HIT ->
                Stream.of(ComparedServer.values()).filter(this::supports).toList();
            case MISS ->
                List.of(
                        ComparedServer.RAW_NETTY_PROXY,
                        ComparedServer.NGINX,
                        ComparedServer.VARNISH,
                        ComparedServer.LARDER,
                        ComparedServer.BARE_GATEWAY);
            case PASS ->
                List.of(
                        ComparedServer.RAW_NETTY_PROXY,
                        ComparedServer.NGINX_PROXY,
                        ComparedServer.NGINX,
                        ComparedServer.VARNISH,
                        ComparedServer.LARDER,
                        ComparedServer.BARE_GATEWAY);
            case VALIDATE, WRITE ->
                List.of(ComparedServer.NGINX_PROXY, ComparedServer.LARDER, ComparedServer.BARE_GATEWAY);
        };
    }

    /** Whom it compares with bodies of that size (octets) unless somebody chooses: a disk takes part with large ones. */
    List<ComparedServer> usual(int size) {
        return usual().stream()
                .filter(peer -> peer != ComparedServer.LARDER_DISK || isLarge(size))
                .toList();
    }

    /** Whether bodies of that size (octets) are no longer kept in memory by Larder. */
    static boolean isLarge(int size) {
        return size > LARGE;
    }

    /** Whether the server can take part at all. */
    public boolean supports(ComparedServer peer) {
        return switch (this) {
            case HIT -> peer.canAnswerItself();
            case MISS, PASS, VALIDATE -> peer.canForward();
            case WRITE -> peer.canForwardContent();
        };
    }

    String path() {
        return path;
    }

    /** What the generator with a fixed rate asks for: a path, or the beginning of paths that nobody asked for before. */
    String paths(String round) {
        return this == MISS ? "/" + round + "/" : path;
    }

    /** Whether a server may answer the checked path without the origin. */
    boolean mayAnswerFromStore(ComparedServer peer) {
        return this != PASS && this != VALIDATE && peer.canAnswerItself();
    }

    LoadResult send(WrkGenerator wrk, RunningServer server, String round, int seconds)
            throws IOException, InterruptedException {
        var client = wrk.withAuthorization(server.listener().authorization());
        return switch (this) {
            case MISS -> client.unique(server.url("/"), "/" + round + "/", seconds);
            case WRITE -> client.posts(server.url(path), seconds);
            case HIT, PASS, VALIDATE -> client.same(server.url(path), seconds);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
