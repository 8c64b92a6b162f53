package dev.larder.compare.load;

import dev.larder.compare.process.ManagedProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** wrk with one thread: every connection sends its next request when the last one is answered. */
public final class WrkGenerator {

    private static final int SECONDS_OVER = 20;
    private static final int TIMEOUT_SECONDS = 5;
    private static final int OCTETS_PER_SECOND = 2_000_000;

    /** The argument of the script is a prefix that no other round has. */
    private static final String UNIQUE_PATHS = """
            local n = 0
            local prefix = ""
            function init(args)
              prefix = args[1]
            end
            function request()
              n = n + 1
              return wrk.format("GET", prefix .. n)
            end
            """;

    private static final String POSTS = """
            wrk.method = "POST"
            wrk.body = '{"order": 1, "amount": 2}'
            wrk.headers["Content-Type"] = "application/json"
            """;

    private final ManagedProcesses children;
    private final int core;
    private final int connections;
    private final Path unique;
    private final Path posts;
    private final int timeout;
    private final String authorization;

    /** Writes its scripts to the directory. */
    public WrkGenerator(ManagedProcesses children, Path directory, int core, int connections) throws IOException {
        this.children = children;
        this.core = core;
        this.connections = connections;
        this.unique = Files.writeString(directory.resolve("unique.lua"), UNIQUE_PATHS);
        this.posts = Files.writeString(directory.resolve("posts.lua"), POSTS);
        this.timeout = TIMEOUT_SECONDS;
        this.authorization = "";
    }

    private WrkGenerator(WrkGenerator wrk, int timeout, String authorization) {
        this.children = wrk.children;
        this.core = wrk.core;
        this.connections = wrk.connections;
        this.unique = wrk.unique;
        this.posts = wrk.posts;
        this.timeout = timeout;
        this.authorization = authorization;
    }

    /** The same for bodies of that size (octets): a large one may take longer before it counts as an error. */
    public WrkGenerator forBodies(int size) {
        return new WrkGenerator(this, TIMEOUT_SECONDS + size / OCTETS_PER_SECOND, authorization);
    }

    /** The same with this in the field {@code Authorization} of each request; nothing leaves it out. */
    public WrkGenerator withAuthorization(String credentials) {
        return new WrkGenerator(this, timeout, credentials);
    }

    /** The same URL again and again. */
    public LoadResult same(String url, int seconds) throws IOException, InterruptedException {
        return run(seconds, List.of(url));
    }

    /** URLs that differ in a number behind the prefix of the path. */
    public LoadResult unique(String url, String prefix, int seconds) throws IOException, InterruptedException {
        return run(seconds, List.of("-s", unique.toString(), url, "--", prefix));
    }

    /** POST with a short content to the same URL again and again. */
    public LoadResult posts(String url, int seconds) throws IOException, InterruptedException {
        return run(seconds, List.of("-s", posts.toString(), url));
    }

    private LoadResult run(int seconds, List<String> what) throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", timeout + "s"));
        if (!authorization.isEmpty()) {
            command.addAll(List.of("-H", "Authorization: " + authorization));
        }
        command.addAll(what);
        var child = children.start("wrk", core, command);
        try {
            child.await(Duration.ofSeconds(seconds + SECONDS_OVER));
            return WrkOutput.parse(child.output());
        } finally {
            children.end(child);
        }
    }
}
