package dev.larder.acceptance.writes;

import dev.larder.acceptance.writes.DeduplicatingOrigin.Item;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Concurrent clients, each of whom writes one thing after another. Every second one repeats what has not been answered, with
 * the same Idempotency-Key; the others go on with the next. Some contents are too long for a record of the log.
 */
final class ConcurrentWriters {

    /** Every so many of a writer are long. */
    private static final int LONG = 40;

    private static final String PADDING = ",\"x\":\"" + "x".repeat(70_000) + "\"";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Set<Item> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicIntegerArray numbers;
    private final CompletableFuture<?>[] running;
    private volatile int port;
    private volatile CompletableFuture<Void> up = CompletableFuture.completedFuture(null);
    private volatile boolean stopped;

    ConcurrentWriters(int count, int port) {
        this.port = port;
        this.numbers = new AtomicIntegerArray(count);
        this.running = new CompletableFuture<?>[count];
        for (int writer = 0; writer < count; writer++) {
            running[writer] = next(writer);
        }
    }

    /** There is no gateway: a writer without an answer waits until there is one again. */
    void down() {
        if (up.isDone()) {
            up = new CompletableFuture<>();
        }
    }

    /** There is one again. */
    void port(int changed) {
        port = changed;
        up.complete(null);
    }

    Set<Item> acknowledged() {
        return new HashSet<>(acknowledged);
    }

    /** How many have been acknowledged. */
    int count() {
        return acknowledged.size();
    }

    void stop() {
        stopped = true;
        CompletableFuture.allOf(running).join();
    }

    private CompletableFuture<?> next(int writer) {
        return stopped
                ? CompletableFuture.completedFuture(null)
                : send(new Item(writer, numbers.incrementAndGet(writer))).thenCompose(done -> next(writer));
    }

    private CompletableFuture<?> send(Item item) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/items"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"w\":" + item.writer() + ",\"n\":" + item.number()
                        + (item.number() % LONG == 0 ? PADDING : "") + "}"));
        boolean repeats = Integer.parseInt(item.writer()) % 2 == 0;
        if (repeats) {
            request.header("Idempotency-Key", "\"" + item.writer() + "-" + item.number() + "\"");
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> failure == null && response.statusCode() == 202)
                .thenCompose(answered -> {
                    if (answered) {
                        acknowledged.add(item);
                        return CompletableFuture.completedFuture(null);
                    }
                    return stopped
                            ? CompletableFuture.completedFuture(null)
                            : up.thenRunAsync(() -> {}, LATER)
                                    .thenCompose(
                                            waited -> repeats ? send(item) : CompletableFuture.completedFuture(null));
                });
    }
}
