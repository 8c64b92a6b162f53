package com.example.comparison;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A service on the loopback whose answer is in the second segment of the path, and that keeps what it was asked. */
final class ScriptedService implements AutoCloseable {

    private static final String PART = "PART";
    private static final String CONDITION = "CONDITION";
    private static final String DATE = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    private static final String TEXT = "Content-Type: text/plain\r\n";
    private static final String FRESH = DATE + TEXT
            + "Cache-Control: max-age=2000000000\r\nETag: \"v1\"\r\nLast-Modified: Sun, 06 Nov 1994 08:00:00 GMT\r\n";
    private static final String UNSTORED = DATE + TEXT + "Cache-Control: no-store\r\nContent-Length: 7\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    /** Whatever is not named here is answered as {@code fresh}. */
    private static final Map<String, String> ANSWERS = Map.ofEntries(
            Map.entry("fresh", OK + FRESH + "Content-Length: 12\r\n\r\nhello, world"),
            Map.entry("conditional", CONDITION),
            Map.entry("part", PART),
            Map.entry("unstored", OK + UNSTORED + "\r\ncontent"),
            Map.entry("private", OK + DATE + "Cache-Control: private\r\nContent-Length: 2\r\n\r\nme"),
            Map.entry(
                    "cookies",
                    OK + UNSTORED + "Set-Cookie: a=1; Path=/; HttpOnly\r\nSet-Cookie: b=\"2\"; Secure\r\n\r\ncontent"),
            Map.entry(
                    "chunks", OK + FRESH + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n"),
            Map.entry(
                    "trailers",
                    OK + DATE
                            + "Trailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 5\r\n\r\n"),
            Map.entry("until-the-end", "HTTP/1.0 200 OK\r\n" + DATE + "\r\nhello"),
            Map.entry("nothing", "HTTP/1.1 204 No Content\r\n" + DATE + "\r\n"),
            Map.entry("empty", OK + UNSTORED.replace("7", "0") + "\r\n"),
            Map.entry("moved", "HTTP/1.1 301 Moved Permanently\r\n" + UNSTORED + "Location: ../b?x=1#y\r\n\r\ncontent"),
            Map.entry("found", "HTTP/1.1 302 Found\r\n" + UNSTORED + "Location: http://other.test/\r\n\r\ncontent"),
            Map.entry("repeat", "HTTP/1.1 308 Permanent Redirect\r\n" + UNSTORED + "Location: /new\r\n\r\ncontent"),
            Map.entry("unknown", "HTTP/1.1 299 Somehow Good\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("phraseless", "HTTP/1.1 200 \r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("bad", "HTTP/1.1 400 Bad Request\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry(
                    "login",
                    "HTTP/1.1 401 Unauthorized\r\n" + UNSTORED + "WWW-Authenticate: Basic realm=\"r\"\r\n\r\ncontent"),
            Map.entry("missing", "HTTP/1.1 404 Not Found\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("gone", "HTTP/1.1 410 Gone\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("teapot", "HTTP/1.1 418 I'm a teapot\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("busy", "HTTP/1.1 429 Too Many Requests\r\n" + UNSTORED + "Retry-After: 7\r\n\r\ncontent"),
            Map.entry("broken", "HTTP/1.1 500 Internal Server Error\r\n" + UNSTORED + "\r\ncontent"),
            Map.entry("spare", "HTTP/1.1 503 Service Unavailable\r\n" + UNSTORED + "Retry-After: 7\r\n\r\ncontent"),
            Map.entry("hints", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK + UNSTORED + "\r\ncontent"),
            Map.entry("hops", OK + UNSTORED + "Connection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\n\r\ncontent"),
            Map.entry("gzip", OK + UNSTORED + "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n\r\n\037\213gzip "),
            Map.entry(
                    "odd",
                    OK + UNSTORED
                            + "X-Odd: \u00e4 \"q\" ,,  b\r\nx-lower: \r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\ncontent"),
            Map.entry("long", OK + UNSTORED + ("X-Long: " + "a".repeat(500) + "\r\n").repeat(10) + "\r\ncontent"),
            Map.entry("dateless", OK + UNSTORED.replace(DATE, "") + "\r\ncontent"),
            Map.entry("vary", OK + FRESH + "Vary: *\r\nContent-Length: 7\r\n\r\ncontent"),
            Map.entry("switched", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
            Map.entry("malformed", "nonsense\r\n\r\n"),
            Map.entry("cut", ""));

    private final ServerSocket server;
    private final ConcurrentLinkedQueue<HttpMessage> requests = new ConcurrentLinkedQueue<>();

    ScriptedService() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    String uri() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** What it was asked since the last time. */
    List<HttpMessage> take() {
        List<HttpMessage> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                daemon(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            boolean goesOn = true;
            while (goesOn) {
                HttpMessage request = HttpMessage.request(in);
                if (!request.start().contains("/alive")) {
                    requests.add(request);
                }
                String answer = answer(request);
                client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                client.getOutputStream().flush();
                goesOn = answer.contains("Content-Length") || answer.contains("chunked");
            }
        } catch (IOException | NumberFormatException gone) {
            // The next connection may be well.
        }
    }

    private static String answer(HttpMessage request) {
        String[] segments = request.start().split("[/? ]+");
        String name = segments.length > 2 ? segments[2] : "";
        String answer = ANSWERS.getOrDefault(name, ANSWERS.get("fresh"));
        if (answer.equals(CONDITION)) {
            answer = request.field("If-None-Match").contains("v1")
                    ? "HTTP/1.1 304 Not Modified\r\n" + FRESH + "Content-Length: 12\r\n\r\n"
                    : ANSWERS.get("fresh");
        }
        if (answer.equals(PART)) {
            answer = request.field("Range").equals("bytes=0-3")
                    ? "HTTP/1.1 206 Partial Content\r\n" + FRESH
                            + "Content-Range: bytes 0-3/12\r\nContent-Length: 4\r\n\r\nhell"
                    : ANSWERS.get("fresh");
        }
        return request.start().startsWith("HEAD ") ? answer.substring(0, answer.indexOf("\r\n\r\n") + 4) : answer;
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "origin");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
