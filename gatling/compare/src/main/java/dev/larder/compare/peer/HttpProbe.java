package dev.larder.compare.peer;

import dev.larder.compare.server.FixedJsonBody;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/** One request on a connection of its own. */
public final class HttpProbe {

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int PIECE = 64 * 1024;
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    private static final SSLSocketFactory TRUSTING = trusting();

    private HttpProbe() {}

    /** The certificate of a measurement is issued by nobody. */
    private static SSLSocketFactory trusting() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM has no TLS.", e);
        }
    }

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
        public boolean hasInHead(String text) {
            return head.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
        }
    }

    /**
     * An answer whose content was compared and not kept.
     *
     * @param answer without its body
     * @param octets of the content
     * @param isCorrect whether the content is the body of that size
     */
    public record Checked(Answer answer, long octets, boolean isCorrect) {}

    /**
     * Where a server listens on loopback, and how it is asked.
     *
     * @param isSecure whether with TLS
     * @param authorization what requests say in that field, or nothing
     */
    public record Listener(int port, boolean isSecure, String authorization) {

        /** The same, asked by somebody who does not say who that is. */
        Listener anonymous() {
            return new Listener(port, isSecure, "");
        }

        private Socket connect() throws IOException {
            return isSecure
                    ? TRUSTING.createSocket(InetAddress.getLoopbackAddress(), port)
                    : new Socket(InetAddress.getLoopbackAddress(), port);
        }
    }

    /** Asks for a path on loopback. */
    public static Answer get(int port, String path) throws IOException {
        return ask(new Listener(port, false, ""), path, HttpProbe::read);
    }

    /** Asks for a path on loopback, and compares the content piece by piece with the body of that size (octets). */
    public static Checked check(Listener listener, String path, int size) throws IOException {
        return ask(listener, path, in -> checked(in, size));
    }

    private static <T> T ask(Listener listener, String path, Reader<T> reader) throws IOException {
        try (var socket = listener.connect()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            var authorization =
                    listener.authorization().isEmpty() ? "" : "Authorization: " + listener.authorization() + "\r\n";
            var request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + listener.port() + "\r\n" + authorization
                    + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return reader.read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    /** A port that nobody listens on, below those that systems give to outgoing connections: one of those would be taken soon. */
    public static int freePort() throws IOException {
        IOException taken = new IOException("There are no ports.");
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                taken = e;
            }
        }
        throw taken;
    }

    private static Answer read(InputStream in) throws IOException {
        var head = head(in);
        var length = LENGTH.matcher(head);
        var body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : in.readAllBytes();
        return new Answer(head, new String(body, StandardCharsets.ISO_8859_1));
    }

    private static Checked checked(InputStream in, int size) throws IOException {
        var head = head(in);
        var length = LENGTH.matcher(head);
        var left = length.find() ? Long.parseLong(length.group(1)) : Long.MAX_VALUE;
        var octets = 0L;
        var right = true;
        for (var piece = piece(in, left); piece.length > 0; piece = piece(in, left - octets)) {
            right = right
                    && octets + piece.length <= size
                    && Arrays.equals(piece, FixedJsonBody.part(size, (int) octets, piece.length));
            octets += piece.length;
        }
        return new Checked(new Answer(head, ""), octets, right && octets == size);
    }

    private static byte[] piece(InputStream in, long most) throws IOException {
        return in.readNBytes((int) Math.min(PIECE, most));
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf(END_OF_HEAD) < 0) {
            var octet = in.read();
            if (octet < 0) {
                throw new EOFException("no answer");
            }
            head.append((char) octet);
        }
        return head.toString();
    }

    /** What becomes of an answer. */
    @FunctionalInterface
    private interface Reader<T> {
        /** Reads it. */
        T read(InputStream in) throws IOException;
    }
}
