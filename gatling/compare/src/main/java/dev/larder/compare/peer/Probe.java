package dev.larder.compare.peer;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** One request on a connection of its own. */
public final class Probe {

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    private Probe() {}

    /**
     * An answer.
     *
     * @param head status line and fields
     * @param body the content, each octet as a character
     */
    public record Answer(String head, String body) {

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
            return read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    /** A port that is free now. */
    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Answer read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf(END_OF_HEAD) < 0) {
            var octet = in.read();
            if (octet < 0) {
                throw new EOFException("no answer");
            }
            head.append((char) octet);
        }
        var length = LENGTH.matcher(head);
        var body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : in.readAllBytes();
        return new Answer(head.toString(), new String(body, StandardCharsets.ISO_8859_1));
    }
}
