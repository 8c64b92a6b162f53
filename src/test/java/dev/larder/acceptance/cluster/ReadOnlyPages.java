package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.ResponseScript;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Pages at the origin that nobody writes, and how often it was asked for them. */
final class ReadOnlyPages {

    private final List<String> paths;
    private final AtomicInteger fetches = new AtomicInteger();

    /** So many pages at that cluster's origin. */
    ReadOnlyPages(ThreeMemberCluster cluster, int count) {
        paths = IntStream.range(0, count).mapToObj(number -> "/pages/" + number).toList();
        paths.forEach(path -> cluster.origin().on(path, request -> {
            fetches.incrementAndGet();
            return ResponseScript.ok("page " + path, "Cache-Control", "max-age=3600");
        }));
    }

    /** Their paths. */
    List<String> paths() {
        return paths;
    }

    /** How often the origin was asked for one of them. */
    int fetches() {
        return fetches.get();
    }
}
