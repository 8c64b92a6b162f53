package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback. */
public final class FreePorts {

    /** Below the ports that systems give to outgoing connections, of which tests open thousands: one of those would be taken soon. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private FreePorts() {}

    /** One that nobody listens on now. */
    public static int free() throws IOException {
        IOException taken = new IOException("There are no ports.");
        for (int i = 0; i < LAST - FIRST; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                taken = e;
            }
        }
        throw taken;
    }
}
