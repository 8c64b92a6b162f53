package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * A connection to the origin. Once {@link #end} has returned, nothing more is read from it and its FIN or RST has been
 * sent: a thread that waits in a read would keep the kernel's socket alive until it has been woken.
 */
final class OriginConnection {

    private final Socket socket;
    private final int number;
    private final WireReader wire;
    private final Semaphore reading = new Semaphore(1);

    OriginConnection(Socket socket, int number) throws IOException {
        this.socket = socket;
        this.number = number;
        this.wire = new WireReader(socket.getInputStream());
        socket.setTcpNoDelay(true);
    }

    /** Waits for the head of the next request and notes it; empty if the connection has ended. */
    Optional<ReceivedRequest> next(RequestLog log) {
        reading.acquireUninterruptibly();
        try {
            Optional<String> line = wire.line();
            Optional<RawFields> fields = line.flatMap(text -> wire.fields());
            if (fields.isEmpty() || socket.isClosed()) {
                return Optional.empty();
            }
            ReceivedRequest request = new ReceivedRequest(line.get(), fields.get(), number, wire);
            log.add(request);
            return Optional.of(request);
        } finally {
            reading.release();
        }
    }

    /** Waits for what is left of the content of that request. */
    void drain(ReceivedRequest request) {
        reading.acquireUninterruptibly();
        try {
            request.drain();
        } finally {
            reading.release();
        }
    }

    /** Who answers on it, until the latch is down. */
    ScriptPlayer player(CountDownLatch stopped) {
        return new ScriptPlayer(socket, wire, stopped);
    }

    boolean closed() {
        return socket.isClosed();
    }

    /** Ends it that way, and waits until nobody reads from it. */
    void end(TransferEnd how) {
        ScriptedOrigin.end(socket, how);
        reading.acquireUninterruptibly();
        reading.release();
    }
}
