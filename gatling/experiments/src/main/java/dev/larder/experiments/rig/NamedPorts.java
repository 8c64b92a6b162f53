package dev.larder.experiments.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Free ports by name, and arguments with them in place of the names. They are below those that the system gives connections of its
 * own accord, so that none is taken between here and the start of its server.
 */
final class NamedPorts {

    private static final Pattern NAME = Pattern.compile("\\{([a-z0-9-]+)}");
    private static final String SCRATCH = "scratch";
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    private final Path scratch;
    private final Map<String, Integer> ports = new HashMap<>();
    private final Iterator<Integer> candidates;

    NamedPorts(Path scratch) {
        this.scratch = scratch;
        var numbers = new ArrayList<>(IntStream.range(FIRST, LAST).boxed().toList());
        Collections.shuffle(numbers);
        this.candidates = numbers.iterator();
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

    private int free() {
        while (candidates.hasNext()) {
            int port = candidates.next();
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + LAST + " is free");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
