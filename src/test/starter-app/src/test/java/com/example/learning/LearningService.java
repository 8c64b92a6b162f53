package com.example.learning;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A learning service on the loopback: says who asks and for the how manieth time, and states no freshness. */
final class LearningService implements AutoCloseable {

    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    LearningService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newFixedThreadPool(4, LearningService::daemon));
        server.createContext("/", this::answer);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often a path has been asked for. */
    int count(String path) {
        return counts.computeIfAbsent(path, any -> new AtomicInteger()).get();
    }

    /** The queries of requests that had one, in order. */
    List<String> queries() {
        return List.copyOf(queries);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional.ofNullable(exchange.getRequestURI().getRawQuery()).ifPresent(queries::add);
            String path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            int count = counts.computeIfAbsent(path, any -> new AtomicInteger()).incrementAndGet();
            boolean profile = path.startsWith("/profile");
            String content = profile ? "profile of " + user(exchange) : path + " " + count;
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.getResponseHeaders().set("Cache-Control", profile ? "private" : "public");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String user(HttpExchange exchange) {
        String credentials = exchange.getRequestHeaders().getFirst("Authorization");
        return credentials == null
                ? "nobody"
                : new String(
                                Base64.getDecoder().decode(credentials.substring("Basic ".length())),
                                StandardCharsets.UTF_8)
                        .split(":")[0];
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work, "origin");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
