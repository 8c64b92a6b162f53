package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Clients that send a byte a second, most of them of a head, some of a content; and some that ask for much and read nothing.
 * Whoever is sent away comes back. They come one after another: all at once, they would be a flood of connections, which is
 * another thing.
 */
final class SlowClients implements RepeatedAction {

    /** How often it is to act in a second: each time it is the turn of other clients. */
    static final int TURNS = 50;

    /** How many come at most when it is to act: a crowd of 2,000 is there in ten seconds. */
    private static final int COMING = 4;

    private static final int SMALL_BUFFER = 2_048;

    /** Of so many clients one uploads, and one does not read. */
    private static final int ONE_IN = 20;

    private static final String UPLOAD = new SoakRequest("PUT", ResourceKind.LIVE.path("slow"), "", "").head(1_000);
    private static final String ENDLESS_HEAD =
            "GET " + ResourceKind.HOT.path(1) + " HTTP/1.1\r\nHost: soak\r\nX-Slow: ";

    private final TrafficContext context;
    private final @Nullable Socket[] clients;
    private int next;
    private int coming;

    SlowClients(TrafficContext context, int clients) {
        this.context = context;
        this.clients = new Socket[clients];
    }

    @Override
    public void act(long due) {
        coming = COMING;
        for (var turn = 0; turn < Math.max(1, clients.length / TURNS); turn++) {
            go(next++ % clients.length);
        }
    }

    private void go(int number) {
        var reads = number % ONE_IN != 0;
        var socket = clients[number];
        try {
            if (socket == null) {
                if (coming-- > 0) {
                    clients[number] = open(number, reads);
                }
            } else if (reads) {
                socket.getOutputStream().write('x');
            }
        } catch (IOException sentAway) {
            close(socket);
            clients[number] = null;
        }
    }

    private Socket open(int number, boolean reads) throws IOException {
        var socket = new Socket();
        try {
            if (!reads) {
                socket.setReceiveBufferSize(SMALL_BUFFER);
            }
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), context.gateway()), 1_000);
            socket.getOutputStream().write(first(number, reads).getBytes(StandardCharsets.US_ASCII));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String first(int number, boolean reads) {
        if (!reads) {
            return SoakRequest.get(ResourceKind.LARGE.path(number % ReadWriteMix.LARGE))
                    .head(0);
        }
        return number % ONE_IN == 1 ? UPLOAD : ENDLESS_HEAD;
    }

    private static void close(@Nullable Socket socket) {
        try {
            if (socket != null) {
                socket.setSoLinger(true, 0);
                socket.close();
            }
        } catch (IOException e) {
            // It is closed already.
        }
    }

    @Override
    public void close() {
        for (var socket : clients) {
            close(socket);
        }
    }
}
