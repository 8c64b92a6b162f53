package dev.larder.http.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ServerSocketFactory;

/** An origin on a loopback socket. A test accepts its connections and drives each of them itself. */
final class LoopbackOrigin implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int BACKLOG = 100;

    private final ServerSocket server;
    private final List<Peer> peers = new ArrayList<>();

    LoopbackOrigin() {
        this(ServerSocketFactory.getDefault());
    }

    LoopbackOrigin(ServerSocketFactory sockets) {
        try {
            server = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            server.setSoTimeout(PATIENCE_MILLIS);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    OriginAddress address() {
        return new OriginAddress(false, "127.0.0.1", port());
    }

    Peer accept() throws IOException {
        Socket socket = server.accept();
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        var peer = new Peer(socket);
        peers.add(peer);
        return peer;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Peer peer : peers) {
            peer.close();
        }
    }

    /** One accepted connection. */
    static final class Peer {

        private final Socket socket;

        Peer(Socket socket) {
            this.socket = socket;
        }

        Socket socket() {
            return socket;
        }

        /** Reads up to the empty line, which it includes. */
        String readHead() throws IOException {
            var head = new ByteArrayOutputStream();
            InputStream in = socket.getInputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int octet = in.read();
                if (octet < 0) {
                    throw new IOException("The client has closed the connection after: " + head);
                }
                head.write(octet);
            }
            return head.toString(StandardCharsets.ISO_8859_1);
        }

        String read(int octets) throws IOException {
            return new String(socket.getInputStream().readNBytes(octets), StandardCharsets.ISO_8859_1);
        }

        void send(String octets) throws IOException {
            send(octets.getBytes(StandardCharsets.ISO_8859_1));
        }

        void send(byte[] octets) throws IOException {
            socket.getOutputStream().write(octets);
            socket.getOutputStream().flush();
        }

        /** Answers the next request. */
        String answer(String response) throws IOException {
            String head = readHead();
            send(response);
            return head;
        }

        /** Waits until the client has ended the connection; returns what it has sent before. */
        String awaitEnd() throws IOException {
            try {
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            } catch (java.net.SocketException reset) {
                return "";
            }
        }

        void close() throws IOException {
            socket.close();
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
