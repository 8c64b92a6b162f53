package dev.larder.compare;

import dev.larder.compare.peer.Peer;
import dev.larder.compare.process.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Debian packages of the servers and of the generator. */
final class Packages {

    private static final Map<String, String> PROGRAMS =
            Map.of("nginx", "nginx", "varnish", "varnishd", "wrk", "wrk", "util-linux", "taskset");

    private Packages() {}

    /** Packages whose program is missing. */
    static List<String> missing(Collection<Peer> peers) {
        var needed = new ArrayList<>(List.of("util-linux", "wrk"));
        peers.forEach(peer -> needed.addAll(peer.packages()));
        return needed.stream()
                .distinct()
                .filter(name -> !Command.exists(PROGRAMS.getOrDefault(name, name)))
                .toList();
    }

    /** Installs them with the script beside the command. */
    static void install(Path home, List<String> packages) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(home.resolve("install").toString()));
        command.addAll(packages);
        Command.run(command);
    }
}
