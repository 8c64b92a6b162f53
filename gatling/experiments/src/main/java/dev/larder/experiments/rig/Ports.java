package dev.larder.experiments.rig;

import dev.larder.compare.peer.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Free ports by name, and arguments with them in place of the names. */
final class Ports {

    private static final Pattern NAME = Pattern.compile("\\{([a-z0-9-]+)}");
    private static final String SCRATCH = "scratch";

    private final Path scratch;
    private final Map<String, Integer> ports = new HashMap<>();

    Ports(Path scratch) {
        this.scratch = scratch;
    }

    int of(String name) {
        return ports.computeIfAbsent(name, any -> free());
    }

    /** With a number for each name in braces. */
    String resolve(String argument) {
        return NAME.matcher(argument)
                .replaceAll(
                        name -> name.group(1).equals(SCRATCH) ? scratch.toString() : String.valueOf(of(name.group(1))));
    }

    private static int free() {
        try {
            return Probe.freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
