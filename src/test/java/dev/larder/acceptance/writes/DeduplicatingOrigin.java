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
import java.util.stream.Collectors;

/**
 * An origin that remembers the ids of items, whether they come alone or in batches, and otherwise fails in every way: it is
 * killed, is slow, applies and does not answer, refuses items, wants some again.
 */
final class DeduplicatingOrigin implements AutoCloseable {

    private static final String CONTENT = "\\{\"w\":(\\d+),\"n\":(\\d+)";
    private static final Pattern ITEM = Pattern.compile(CONTENT);

    /** In a part of a multipart content: its id, the rest of its head, the beginning of its content. */
    private static final Pattern PART = Pattern.compile("Idempotency-Key: ([^\r]+)\r\n(?:[^\r]+\r\n)*\r\n" + CONTENT);

    private static final int REFUSED = 97;

    private final Random random;
    private final int port;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, Integer> statuses = new HashMap<>();
    private final Map<String, Integer> latest = new HashMap<>();
    private final Map<Item, String> applied = new HashMap<>();
    private final Set<Item> refused = new HashSet<>();
    private final Set<Item> wantedAgain = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private HttpServer server;
    private int requests;
    private int repeated;

    /** A write: of which writer, and which of its writes. */
    record Item(String writer, int number) {

        Item(int writer, int number) {
            this(Integer.toString(writer), number);
        }

        /** That of a content. */
        static Item in(byte[] content) {
            Matcher matcher = ITEM.matcher(new String(content, StandardCharsets.ISO_8859_1));
            if (!matcher.find()) {
                throw new IllegalArgumentException("this is no item");
            }
            return new Item(matcher.group(1), Integer.parseInt(matcher.group(2)));
        }
    }

    /**
     * A write as it has arrived.
     *
     * @param id the same whenever and however it comes
     */
    private record Arrival(String id, Item item) {}

    DeduplicatingOrigin(long seed) {
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
        List<Arrival> arrivals = arrivals(exchange);
        int fate;
        synchronized (this) {
            fate = random.nextInt(100);
        }
        if (fate < 3) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
        }
        List<Integer> answer = apply(arrivals);
        if (fate < 8) {
            exchange.close();
        } else if (exchange.getRequestURI().getPath().equals("/bulk")) {
            answerEach(exchange, answer);
        } else {
            exchange.sendResponseHeaders(answer.get(0), -1);
            exchange.close();
        }
    }

    private static void answerEach(HttpExchange exchange, List<Integer> answer) throws IOException {
        byte[] bytes = answer.stream()
                .map(status -> "{\"status\":" + status + "}")
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(207, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** What a request has: here the form of a batch is known, and nowhere else. */
    private static List<Arrival> arrivals(HttpExchange exchange) throws IOException {
        byte[] content = exchange.getRequestBody().readAllBytes();
        if (!exchange.getRequestURI().getPath().equals("/bulk")) {
            return List.of(new Arrival(exchange.getRequestHeaders().getFirst("Idempotency-Key"), Item.in(content)));
        }
        return PART.matcher(new String(content, StandardCharsets.ISO_8859_1))
                .results()
                .map(part -> new Arrival(part.group(1), new Item(part.group(2), Integer.parseInt(part.group(3)))))
                .toList();
    }

    private synchronized List<Integer> apply(List<Arrival> arrivals) {
        requests++;
        Set<String> failed = new HashSet<>();
        List<Integer> answer = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            int status = failed.contains(arrival.item().writer()) ? 424 : apply(arrival);
            if (status == 500 || status == 429) {
                failed.add(arrival.item().writer());
            }
            answer.add(status);
        }
        notifyAll();
        return answer;
    }

    private int apply(Arrival arrival) {
        Integer before = statuses.get(arrival.id());
        if (before != null) {
            repeated++;
            return before;
        }
        Item item = arrival.item();
        if (item.number() % REFUSED == REFUSED - 1) {
            refused.add(item);
            return 400;
        }
        if (random.nextInt(50) == 0 && wantedAgain.add(item)) {
            return random.nextBoolean() ? 500 : 429;
        }
        statuses.put(arrival.id(), 201);
        String other = applied.put(item, arrival.id());
        if (other != null) {
            violations.add(item + " is applied twice: as " + other + " and as " + arrival.id());
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
                + requests + " requests, " + repeated + " items repeated";
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
