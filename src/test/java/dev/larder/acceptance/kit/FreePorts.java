package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback. */
public final class FreePorts {

    /** Below the ports that systems give to outgoing connections, of which tests open thousands: one of those would be taken soon. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** One that nobody listens on now, and that nobody in this JVM has been given before. */
    public static int free() throws IOException {
        IOException taken = new IOException("There are no ports.");
        for (int i = 0; i < LAST - FIRST; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (!GIVEN.add(port)) {
                continue;
            }
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                taken = e;
            }
        }
        throw taken;
    }
}
