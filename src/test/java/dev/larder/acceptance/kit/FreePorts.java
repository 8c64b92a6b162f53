package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of the loopback. */
public final class FreePorts {

    private FreePorts() {}

    /** One that nobody listens on now. */
    public static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
