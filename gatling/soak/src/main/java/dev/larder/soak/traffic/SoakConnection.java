package dev.larder.soak.traffic;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A connection to the gateway, opened when it is first needed and again after it broke. Used by one thread. */
final class SoakConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final int LONGEST_LINE = 16_384;

    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** To that port of the loopback. */
    SoakConnection(int port) {
        this.port = port;
    }

    /** Asks and waits for the whole answer; whatever is thrown, the connection is closed. */
    SoakResponse ask(SoakRequest ask, byte[] content) throws IOException {
        try {
            send(ask.head(content.length), content);
            return read();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Sends a head and what follows it, without waiting for anything. */
    void send(String head, byte[] content) throws IOException {
        var open = open();
        var bytes = new byte[head.length() + content.length];
        System.arraycopy(head.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, 0, head.length());
        System.arraycopy(content, 0, bytes, head.length(), content.length);
        open.getOutputStream().write(bytes);
    }

    /** So many bytes of what comes, or fewer if it ends. */
    void skip(int bytes) throws IOException {
        open();
        input().readNBytes(bytes);
    }

    /** Resets it. */
    void reset() {
        try {
            if (socket != null) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // It is closed already.
        }
        close();
    }

    private SoakResponse read() throws IOException {
        var status = Integer.parseInt(line().split(" ", 3)[1]);
        var cacheStatus = "";
        var length = -1;
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            var value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "cache-status" -> cacheStatus = value;
                case "content-length" -> length = Integer.parseInt(value);
                default -> {}
            }
        }
        return new SoakResponse(status, cacheStatus, content(status, length));
    }

    private byte[] content(int status, int length) throws IOException {
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        if (length < 0) {
            throw new IOException("an answer of status " + status + " does not say its length");
        }
        var content = input().readNBytes(length);
        if (content.length < length) {
            throw new EOFException(content.length + " bytes of " + length);
        }
        return content;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (var octet = input().read(); octet != '\n'; octet = input().read()) {
            if (octet < 0 || line.length() == LONGEST_LINE) {
                throw new EOFException(octet < 0 ? "no answer" : "a line without end");
            }
            line.append((char) octet);
        }
        return line.toString().strip();
    }

    private InputStream input() throws IOException {
        if (in == null) {
            throw new IOException("not connected");
        }
        return in;
    }

    private Socket open() throws IOException {
        if (socket == null) {
            var fresh = new Socket();
            fresh.setTcpNoDelay(true);
            fresh.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            fresh.setSoTimeout(PATIENCE_MILLIS);
            socket = fresh;
            in = new BufferedInputStream(fresh.getInputStream(), 1 << 16);
        }
        return socket;
    }

    @Override
    public void close() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // It is gone, which is all that was wanted.
        }
        socket = null;
        in = null;
    }
}
