package dev.larder.bufferedwrites;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/** Many clients, each of which sends a row, waits for the answer, and sends the next one, over a connection that it keeps. */
final class LoadClient implements Load, AutoCloseable {

    private static final long PAUSE_MILLIS = 20;

    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    private final ExecutorService clients;
    private final int count;
    private final String url;

    /** @param count how many clients */
    LoadClient(String url, int count) {
        this.url = url;
        this.count = count;
        this.clients = Executors.newFixedThreadPool(count);
    }

    @Override
    public Sent send(String table, List<String> rows) throws InterruptedException {
        URI target = URI.create(url + "/" + table);
        var next = new AtomicInteger();
        var refused = new LongAdder();
        var latency = new ConcurrentHistogram(3);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < Math.min(count, rows.size()); i++) {
            running.add(clients.submit(() -> {
                for (int row = next.getAndIncrement(); row < rows.size(); row = next.getAndIncrement()) {
                    latency.recordValue(send(target, rows.get(row), refused));
                }
                return null;
            }));
        }
        for (Future<?> client : running) {
            await(client);
        }
        return new Sent(latency.getValueAtPercentile(50), latency.getValueAtPercentile(99), refused.sum());
    }

    private static void await(Future<?> client) throws InterruptedException {
        try {
            client.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Microseconds to the answer, of the try that succeeded. */
    private long send(URI target, String row, LongAdder refused) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(target)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(row))
                .build();
        while (true) {
            long begin = System.nanoTime();
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            if (status >= 200 && status < 300) {
                return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
            }
            if (status != 429 && status != 503) {
                throw new IOException(target + " answered " + status);
            }
            refused.increment();
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        clients.shutdownNow();
    }
}
