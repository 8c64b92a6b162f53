package dev.larder.acceptance.hardening;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One HTTP/2 connection on which a test sends the frames it likes (RFC 9113 4.1, 6). */
final class RawHttp2 implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_OF_STREAM = 1;
    static final int END_OF_HEADERS = 4;

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int SHORT = 127;

    private final Socket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

    private RawHttp2(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** A frame as it came. */
    record Frame(int type, int flags, int stream, ByteBuffer payload) {

        boolean isGoAway() {
            return type == GOAWAY;
        }
    }

    /** Connects to that port of the loopback and says, without asking, that it speaks HTTP/2. */
    static RawHttp2 connect(int port) {
        try {
            return over(new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says over that connection, on which nothing has been said yet, that it speaks HTTP/2. */
    static RawHttp2 over(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            RawHttp2 client = new RawHttp2(socket);
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return client.frame(SETTINGS, 0, 0, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request without content: these fields, the pseudo-header fields first. */
    RawHttp2 request(int stream, String... namesAndValues) {
        return frame(HEADERS, END_OF_HEADERS | END_OF_STREAM, stream, block(namesAndValues));
    }

    /** The pseudo-header fields of a request for that path. */
    static String[] asked(String method, String path) {
        return new String[] {":method", method, ":scheme", "http", ":path", path, ":authority", "a.test"};
    }

    /** These fields, encoded (RFC 7541 6.2.2). */
    static byte[] block(String... namesAndValues) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.write(0);
            string(block, namesAndValues[i]);
            string(block, namesAndValues[i + 1]);
        }
        return block.toByteArray();
    }

    /** One frame; what the peer no longer takes is lost, as its answer tells why. */
    RawHttp2 frame(int type, int flags, int stream, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload);
        send(frame.array());
        return this;
    }

    /** Lets the peer send so many octets more on that stream, or on all together if it is 0. */
    RawHttp2 room(int stream, int octets) {
        return frame(
                WINDOW_UPDATE,
                0,
                stream,
                ByteBuffer.allocate(Integer.BYTES).putInt(octets).array());
    }

    /** The next frame; empty if the connection has ended. */
    Optional<Frame> next() {
        try {
            int first = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt() & Integer.MAX_VALUE;
            byte[] payload = new byte[first >>> 8];
            in.readFully(payload);
            return Optional.of(new Frame(first & 0xff, flags, stream, ByteBuffer.wrap(payload)));
        } catch (EOFException | SocketException ended) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next frame of that type; empty if the connection ends first. */
    Optional<Frame> await(int type) {
        Optional<Frame> frame = next();
        while (frame.isPresent() && frame.get().type() != type) {
            frame = next();
        }
        return frame;
    }

    /** The status of the next response; 0 if its stream is reset or the connection ends instead. */
    int status() {
        Optional<Frame> frame = next();
        while (frame.isPresent() && frame.get().type() != HEADERS) {
            if (frame.get().type() == RST_STREAM || frame.get().type() == GOAWAY) {
                return 0;
            }
            frame = next();
        }
        return frame.map(this::status).orElse(0);
    }

    private int status(Frame head) {
        try {
            return Integer.parseInt(decoder.decodeHeaders(head.stream(), Unpooled.wrappedBuffer(head.payload()))
                    .status()
                    .toString());
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(byte[] octets) {
        try {
            socket.getOutputStream().write(octets);
        } catch (IOException e) {
            // A peer that closed early has answered or reset: the reads that follow tell which.
        }
    }

    private static void string(ByteArrayOutputStream block, String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        if (octets.length >= SHORT) {
            throw new IllegalArgumentException("longer than one octet of length says: " + text);
        }
        block.write(octets.length);
        block.writeBytes(octets);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
