package dev.larder.cluster.bus;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;

/** Finds out whether a process is dead: its machine says so by refusing a connection. Silence proves nothing. */
final class MemberLivenessProbe {

    private static final int PATIENCE_MILLIS = 300;

    private MemberLivenessProbe() {}

    /**
     * Whether the machine answers that nobody listens there; blocks for a moment.
     *
     * @param address host, colon, port
     */
    static boolean refuses(String address) {
        int colon = address.lastIndexOf(':');
        try (var socket = new Socket()) {
            String host = address.substring(0, colon);
            socket.connect(
                    new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), PATIENCE_MILLIS);
            return false;
        } catch (ConnectException e) {
            return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("refused");
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }
}
