package dev.larder.bufferedwrites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Sends batches to the bulk endpoint, one after the other, as a gateway does. Times are those of whole batches. */
final class BatchClient implements RowLoad {

    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    private final String url;
    private final int size;

    /** @param size rows of a batch, at most */
    BatchClient(String url, int size) {
        this.url = url;
        this.size = size;
    }

    @Override
    public LoadLatency send(String table, List<String> rows) throws InterruptedException {
        var latency = new Histogram(3);
        for (int from = 0; from < rows.size(); from += size) {
            long begin = System.nanoTime();
            sendBatch(table, rows.subList(from, Math.min(rows.size(), from + size)));
            latency.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
        }
        return new LoadLatency(latency.getValueAtPercentile(50), latency.getValueAtPercentile(99), 0);
    }

    private void sendBatch(String table, List<String> rows) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/bulk/" + table))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"" + UUID.randomUUID() + "\"")
                .header("Larder-Batch-Size", String.valueOf(rows.size()))
                .POST(BodyPublishers.ofString("[" + String.join(",", rows) + "]"))
                .build();
        try {
            var response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 201) {
                throw new IllegalStateException("a batch was answered " + response.statusCode() + response.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
