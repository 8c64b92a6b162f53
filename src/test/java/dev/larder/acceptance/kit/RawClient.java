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
    private final WireReader wire;
    private final Consumer<ReceivedResponse> observer;

    private RawClient(Socket socket, Consumer<ReceivedResponse> observer) throws IOException {
        this.socket = socket;
        this.wire = new WireReader(socket.getInputStream());
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
    static RawClient connect(int port, int receiveBuffer, Consumer<ReceivedResponse> observer) {
        return connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), receiveBuffer, observer);
    }

    private static RawClient connect(InetSocketAddress peer, int receiveBuffer, Consumer<ReceivedResponse> observer) {
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

    /** From now on a read waits that long and then gives up with {@link TransferEnd#SILENCE}; before, silence fails the test. */
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
        CanarySecrets.note(bytes);
        return send(WireReader.latin1(bytes));
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
        return send(head(method, target, RawFields.of(fields)));
    }

    /** A request head as {@link #request} sends it. */
    public static String head(String method, String target, RawFields fields) {
        RawFields host = fields.has("Host") ? RawFields.NONE : RawFields.of("Host", "example.test");
        return method + " " + target + " HTTP/1.1\r\n" + host.and(fields).wire() + "\r\n";
    }

    /** Octets as a chunk of a content. */
    public static String chunk(String octets) {
        return Integer.toHexString(octets.length()) + "\r\n" + octets + "\r\n";
    }

    /** Reads the whole response to a GET or to anything else but HEAD. */
    public ReceivedResponse read() {
        return read("GET");
    }

    /** Reads the whole response to a request of that method. */
    public ReceivedResponse read(String method) {
        ReceivedResponse response = open(method).rest();
        if (response.field("Content-Type").equals("application/problem+json")) {
            CanarySecrets.assertNone("the gateway repeats", response.content());
        }
        return response;
    }

    /** Reads the head of the response to a request of that method; its content is read on demand. */
    public StreamedResponse open(String method) {
        List<ReceivedResponse> interim = new ArrayList<>();
        ReceivedResponse head = oneHead(List.of());
        while (head.status() >= 100 && head.status() < 200 && head.status() != 101) {
            interim.add(head);
            head = oneHead(interim);
        }
        observer.accept(head);
        return new StreamedResponse(head, contentOf(head, method));
    }

    /** That many bytes as they come, or fewer if the connection ends. */
    public String bytes(int count) {
        return WireReader.latin1(wire.bytes(count));
    }

    /** Waits until the connection ends and says how; fails if more bytes come first. */
    public TransferEnd awaitEnd() {
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
        ScriptedOrigin.end(socket, TransferEnd.RESET);
    }

    /** Ends the connection that way. */
    public void end(TransferEnd end) {
        ScriptedOrigin.end(socket, end);
    }

    @Override
    public void close() {
        ScriptedOrigin.end(socket, TransferEnd.FIN);
    }

    private ReceivedResponse oneHead(List<ReceivedResponse> interim) {
        Optional<String> line = wire.line();
        Optional<RawFields> fields = line.flatMap(text -> wire.fields());
        if (fields.isEmpty()) {
            return new ReceivedResponse(0, RawFields.NONE, "", wire.end(), interim);
        }
        if (!line.get().matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
            throw new AssertionError("the gateway sent a status line that is none: " + line.get());
        }
        int status = Integer.parseInt(line.get().substring(9, 12));
        return new ReceivedResponse(status, fields.get(), "", TransferEnd.COMPLETE, List.copyOf(interim));
    }

    private ContentReader contentOf(ReceivedResponse head, String method) {
        boolean none = method.equals("HEAD") || head.status() < 200 || head.status() == 204 || head.status() == 304;
        return none ? ContentReader.none(wire) : ContentReader.ofResponse(wire, head.fields());
    }
}
