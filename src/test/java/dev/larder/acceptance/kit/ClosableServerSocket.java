package dev.larder.acceptance.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/**
 * A port that takes connections until it is closed, and none afterwards. Closing a server socket is not enough for that:
 * the thread that waits in {@code accept} keeps the kernel's socket alive until it has been woken, and connections made
 * in the meantime are accepted and served.
 */
final class ClosableServerSocket implements AutoCloseable {

    private static final int BACKLOG = 512;
    private static final long PATIENCE_MILLIS = 30_000;

    private final ServerSocket server = new ServerSocket();
    private final Thread thread;

    /** Listens on that port of the address (0 for a free one) and hands over what connects, and what goes wrong. */
    ClosableServerSocket(InetAddress address, int port, Consumer<Socket> connected, Consumer<IOException> failed)
            throws IOException {
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(address, port), BACKLOG);
        thread = new Thread(() -> accept(connected, failed), "scripted-origin-listener");
        thread.setDaemon(true);
        thread.start();
    }

    /** The port, also once it is closed. */
    int port() {
        return server.getLocalPort();
    }

    /** Listens no more: whatever had connected by the time this returns has been handed over. */
    @Override
    public void close() {
        try {
            server.close();
            thread.join(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        if (thread.isAlive()) {
            throw new IllegalStateException("port " + port() + " is still listened on");
        }
    }

    private void accept(Consumer<Socket> connected, Consumer<IOException> failed) {
        while (!server.isClosed()) {
            try {
                connected.accept(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    failed.accept(e);
                }
            }
        }
    }
}
