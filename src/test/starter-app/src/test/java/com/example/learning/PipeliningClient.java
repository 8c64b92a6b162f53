package com.example.learning;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection of HTTP/1.1 whose requests do not wait for responses. */
final class PipeliningClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final String LENGTH = "content-length: ";

    private final Socket socket;
    private final InputStream received;

    PipeliningClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        received = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends that many requests at once, and reads as many responses, each of which must be a 200. */
    void get(String target, int times) throws IOException {
        String request = "GET " + target + " HTTP/1.1\r\nHost: learning.test\r\n\r\n";
        socket.getOutputStream().write(request.repeat(times).getBytes(StandardCharsets.ISO_8859_1));
        for (int i = 0; i < times; i++) {
            readResponse();
        }
    }

    private void readResponse() throws IOException {
        String status = readLine();
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException("The response is " + status);
        }
        int length = 0;
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(line.substring(LENGTH.length()).trim());
            }
        }
        if (received.readNBytes(length).length < length) {
            throw new EOFException("The content is cut.");
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = received.read(); octet != '\n'; octet = received.read()) {
            if (octet < 0) {
                throw new EOFException("The connection has ended.");
            }
            if (octet != '\r') {
                line.append((char) octet);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
