package dev.larder.cluster.bus;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;

/** Detects that a process is dead: its machine then refuses connections. Silence proves nothing. */
final class MemberLivenessProbe {

    private static final int PATIENCE_MILLIS = 300;

    private MemberLivenessProbe() {}

    /**
     * Whether the machine reports that no process listens there; blocks briefly.
     *
     * @param address host, colon, port
     */
    static boolean isConnectionRefused(String address) {
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
