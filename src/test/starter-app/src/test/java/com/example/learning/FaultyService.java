package com.example.learning;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A service on the loopback that answers each request on a connection of its own with these octets, or with nothing. */
final class FaultyService implements AutoCloseable {

    private final ServerSocket server;
    private final AtomicInteger count = new AtomicInteger();
    private volatile String answer = "";

    FaultyService() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var thread = new Thread(this::serve, "faulty");
        thread.setDaemon(true);
        thread.start();
    }

    /** An address at which nobody listens. */
    static String down() {
        var service = new FaultyService();
        service.close();
        return service.uri();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Answers so from now on; nothing, and the connection stays open, if this is empty. */
    void answer(String octets) {
        answer = octets;
        count.set(0);
    }

    /** Number of requests since then. */
    int count() {
        return count.get();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                InputStream in = client.getInputStream();
                var head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int octet = in.read();
                    if (octet < 0) {
                        break;
                    }
                    head.append((char) octet);
                }
                if (head.isEmpty()) {
                    client.close();
                    continue;
                }
                count.incrementAndGet();
                if (!answer.isEmpty()) {
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    client.close();
                }
            } catch (IOException gone) {
                // The next one may be well.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
