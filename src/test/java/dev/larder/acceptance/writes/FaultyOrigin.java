package dev.larder.acceptance.writes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An origin with a bulk endpoint that keeps to what is asked of one, and otherwise fails in every way: it is killed, is slow,
 * commits and does not answer, refuses items, wants some again. It honours ids of batches.
 */
final class FaultyOrigin implements AutoCloseable {

    private static final Pattern ITEM = Pattern.compile("\\{\"w\":(\\d+),\"n\":(\\d+)\\}");
    private static final int REFUSED = 97;

    private final Random random;
    private final int port;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, String> answers = new HashMap<>();
    private final Map<Integer, Integer> latest = new HashMap<>();
    private final Map<Item, String> applied = new HashMap<>();
    private final Set<Item> refused = new HashSet<>();
    private final Set<Item> wantedAgain = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private HttpServer server;
    private int batches;
    private int repeated;

    /** A write: whose, and which of his. */
    record Item(int writer, int number) {}

    FaultyOrigin(long seed) {
        this.random = new Random(seed);
        this.server = start(0);
        this.port = server.getAddress().getPort();
    }

    String uri() {
        return "http://127.0.0.1:" + port;
    }

    private HttpServer start(int at) {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
            started.createContext("/", this::handle);
            started.setExecutor(executor);
            started.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nobody listens, and whoever has asked gets no answer. */
    synchronized void down() {
        server.stop(0);
    }

    synchronized void up() {
        server = start(port);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String content = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int fate;
        synchronized (this) {
            fate = random.nextInt(100);
        }
        if (fate < 3) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
        }
        String answer = apply(exchange.getRequestHeaders().getFirst("Idempotency-Key"), content);
        if (fate < 8) {
            exchange.close();
            return;
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(207, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized String apply(String batch, String content) {
        String before = answers.get(batch);
        if (before != null) {
            repeated++;
            return before;
        }
        batches++;
        List<String> statuses = new ArrayList<>();
        Set<Integer> failed = new HashSet<>();
        Matcher items = ITEM.matcher(content);
        while (items.find()) {
            var item = new Item(Integer.parseInt(items.group(1)), Integer.parseInt(items.group(2)));
            int status = failed.contains(item.writer()) ? 424 : apply(item, batch);
            if (status == 500 || status == 409) {
                failed.add(item.writer());
            }
            statuses.add("{\"status\":" + status + "}");
        }
        String answer = "[" + String.join(",", statuses) + "]";
        answers.put(batch, answer);
        notifyAll();
        return answer;
    }

    private int apply(Item item, String batch) {
        if (item.number() % REFUSED == REFUSED - 1) {
            refused.add(item);
            return 400;
        }
        if (random.nextInt(50) == 0 && wantedAgain.add(item)) {
            return random.nextBoolean() ? 500 : 409;
        }
        String before = applied.put(item, batch);
        if (before != null) {
            violations.add(item + " is there twice: by batch " + before + " and by " + batch);
        }
        Integer last = latest.put(item.writer(), item.number());
        if (last != null && last > item.number()) {
            violations.add(item + " comes after " + last);
        }
        return 201;
    }

    /** Waits until all of these have arrived, or the time is over; which have not. */
    synchronized Set<Item> missing(Set<Item> acknowledged, long seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Predicate<Item> missing = item -> !applied.containsKey(item) && !refused.contains(item);
        while (acknowledged.stream().anyMatch(missing) && System.nanoTime() - end < 0) {
            wait(100);
        }
        Set<Item> left = new HashSet<>(acknowledged);
        left.removeIf(missing.negate());
        return left;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public synchronized String toString() {
        return applied.size() + " applied, " + refused.size() + " refused, " + wantedAgain.size() + " wanted again, "
                + batches + " batches, " + repeated + " repeated";
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
