package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One connection to the gateway over which the test sends the bytes it likes and reads the responses strictly. */
public final class RawClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Socket socket;
    private final Wire wire;
    private final Consumer<Response> observer;

    private RawClient(Socket socket, Consumer<Response> observer) throws IOException {
        this.socket = socket;
        this.wire = new Wire(socket.getInputStream());
        this.observer = observer;
    }

    /** Connects to that port of the loopback. */
    public static RawClient connect(int port) {
        return connect(InetAddress.getLoopbackAddress(), port);
    }

    /** Connects to that port of that address. */
    public static RawClient connect(InetAddress address, int port) {
        return connect(new InetSocketAddress(address, port), 0, response -> {});
    }

    /** Connects with a receive buffer of that many bytes (0 for the system's own); the observer sees each final head. */
    static RawClient connect(int port, int receiveBuffer, Consumer<Response> observer) {
        return connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), receiveBuffer, observer);
    }

    private static RawClient connect(InetSocketAddress peer, int receiveBuffer, Consumer<Response> observer) {
        try {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setTcpNoDelay(true);
            socket.connect(peer);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            return new RawClient(socket, observer);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** From now on a read waits that long and then gives up with {@link End#SILENCE}; before, silence fails the test. */
    public RawClient patience(Duration time) {
        wire.expectSilence();
        try {
            socket.setSoTimeout((int) time.toMillis());
            return this;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Sends these bytes, one char per byte. */
    public RawClient send(String bytes) {
        Secrets.note(bytes);
        return send(Wire.latin1(bytes));
    }

    /** Sends these bytes; what the peer no longer takes is lost silently, as its answer tells why. */
    public RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // A peer that closed early has answered or reset: the reads that follow tell which.
        }
        return this;
    }

    /** Sends a request without content; {@code Host} is added unless it is among the fields. */
    public RawClient request(String method, String target, String... fields) {
        return send(head(method, target, Fields.of(fields)));
    }

    /** A request head as {@link #request} sends it. */
    public static String head(String method, String target, Fields fields) {
        Fields host = fields.has("Host") ? Fields.NONE : Fields.of("Host", "example.test");
        return method + " " + target + " HTTP/1.1\r\n" + host.and(fields).wire() + "\r\n";
    }

    /** Octets as a chunk of a content. */
    public static String chunk(String octets) {
        return Integer.toHexString(octets.length()) + "\r\n" + octets + "\r\n";
    }

    /** Reads the whole response to a GET or to anything else but HEAD. */
    public Response read() {
        return read("GET");
    }

    /** Reads the whole response to a request of that method. */
    public Response read(String method) {
        Response response = open(method).rest();
        if (response.field("Content-Type").equals("application/problem+json")) {
            Secrets.in(response.content()).ifPresent(secret -> {
                throw new AssertionError("the gateway repeats the secret " + secret + " in " + response.content());
            });
        }
        return response;
    }

    /** Reads the head of the response to a request of that method; its content is read on demand. */
    public Incoming open(String method) {
        List<Response> interim = new ArrayList<>();
        Response head = oneHead(List.of());
        while (head.status() >= 100 && head.status() < 200 && head.status() != 101) {
            interim.add(head);
            head = oneHead(interim);
        }
        observer.accept(head);
        return new Incoming(head, contentOf(head, method));
    }

    /** That many bytes as they come, or fewer if the connection ends. */
    public String bytes(int count) {
        return Wire.latin1(wire.bytes(count));
    }

    /** Waits until the connection ends and says how; fails if more bytes come first. */
    public End awaitEnd() {
        int next = wire.read();
        if (next >= 0) {
            throw new AssertionError("the gateway sent more bytes: " + (char) next + bytes(200));
        }
        return wire.end();
    }

    /** Says that nothing more will be sent, and goes on reading. */
    public void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Resets the connection. */
    public void reset() {
        ScriptedOrigin.end(socket, End.RESET);
    }

    /** Ends the connection that way. */
    public void end(End end) {
        ScriptedOrigin.end(socket, end);
    }

    @Override
    public void close() {
        ScriptedOrigin.end(socket, End.FIN);
    }

    private Response oneHead(List<Response> interim) {
        Optional<String> line = wire.line();
        Optional<Fields> fields = line.flatMap(text -> wire.fields());
        if (fields.isEmpty()) {
            return new Response(0, Fields.NONE, "", wire.end(), interim);
        }
        if (!line.get().matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
            throw new AssertionError("the gateway sent a status line that is none: " + line.get());
        }
        int status = Integer.parseInt(line.get().substring(9, 12));
        return new Response(status, fields.get(), "", End.COMPLETE, List.copyOf(interim));
    }

    private Content contentOf(Response head, String method) {
        boolean none = method.equals("HEAD") || head.status() < 200 || head.status() == 204 || head.status() == 304;
        return none ? Content.none(wire) : Content.ofResponse(wire, head.fields());
    }
}
