package dev.larder.compare;

import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.process.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Debian packages of the servers and of the generator. */
final class DebianPackages {

    private static final Map<String, String> PROGRAMS =
            Map.of("nginx", "nginx", "varnish", "varnishd", "wrk", "wrk", "util-linux", "taskset");

    private DebianPackages() {}

    /** Packages whose program is missing; to count system calls, that of strace is needed too. */
    static List<String> missing(Collection<ComparedServer> peers, boolean costs) {
        var needed = new ArrayList<>(List.of("util-linux", "wrk"));
        if (costs) {
            needed.add("strace");
        }
        peers.forEach(peer -> needed.addAll(peer.packages()));
        return needed.stream()
                .distinct()
                .filter(name -> !CommandRunner.exists(PROGRAMS.getOrDefault(name, name)))
                .toList();
    }

    /** Installs them with the script beside the command. */
    static void install(Path home, List<String> packages) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(home.resolve("install").toString()));
        command.addAll(packages);
        CommandRunner.run(command);
    }
}
