package dev.larder.http.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** An attacker between a client and a TLS origin: passes all octets on, and ends the connection to the client when told. */
final class TruncatingRelay implements AutoCloseable {

    private final Socket client;
    private final Socket origin;

    TruncatingRelay(Socket client, int originPort) throws IOException {
        this.client = client;
        this.origin = new Socket(InetAddress.getLoopbackAddress(), originPort);
    }

    void start() {
        pass(client, origin);
        pass(origin, client);
    }

    private static void pass(Socket from, Socket to) {
        var thread = new Thread(() -> {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException ended) {
                // A side has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the connection to the client without the alert of the origin. */
    void truncate() throws IOException {
        client.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        client.close();
        origin.close();
    }
}
