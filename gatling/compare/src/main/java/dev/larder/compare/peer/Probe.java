package dev.larder.compare.peer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One request on a connection of its own. */
public final class Probe {

    private static final int TIMEOUT_MILLIS = 30_000;

    private Probe() {}

    /**
     * An answer.
     *
     * @param head status line and fields
     * @param body the content, as it came
     */
    public record Answer(String head, byte[] body) {

        /** The status code. */
        public int status() {
            return Integer.parseInt(head.split(" ")[1]);
        }

        /** Whether the head has this text, in whatever case. */
        public boolean says(String text) {
            return head.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
        }
    }

    /** Asks for a path on loopback. */
    public static Answer get(int port, String path) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            var request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return split(socket.getInputStream().readAllBytes());
        }
    }

    /** A port that is free now. */
    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Answer split(byte[] message) throws IOException {
        var end = new String(message, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no answer");
        }
        var body = new ByteArrayOutputStream();
        body.write(message, end + 4, message.length - end - 4);
        return new Answer(new String(message, 0, end, StandardCharsets.ISO_8859_1), body.toByteArray());
    }
}
