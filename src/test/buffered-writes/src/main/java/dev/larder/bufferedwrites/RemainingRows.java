package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.RowLoad.LoadLatency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The rows that clients on one thread have not sent yet, and how those fared that they have sent. */
final class RemainingRows {

    private final String path;
    private final String host;
    private final List<String> rows;
    private final Histogram micros = new Histogram(3);
    private final CompletableFuture<LoadLatency> sent = new CompletableFuture<>();
    private int next;
    private int answered;
    private long refused;

    /**
     * All of them.
     *
     * @param rows in JSON
     */
    RemainingRows(String path, String host, List<String> rows) {
        this.path = path;
        this.host = host;
        this.rows = rows;
    }

    /** The place of the next row; -1 if there is none left. */
    int take() {
        return next < rows.size() ? next++ : -1;
    }

    FullHttpRequest request(int row) {
        ByteBuf content = Unpooled.wrappedBuffer(rows.get(row).getBytes(StandardCharsets.UTF_8));
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path, content);
        request.headers()
                .set(HttpHeaderNames.HOST, host)
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        return request;
    }

    /** A row has been answered with success, after so many nanoseconds. */
    void answered(long nanos) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(nanos));
        answered++;
        if (answered == rows.size()) {
            sent.complete(new LoadLatency(micros.getValueAtPercentile(50), micros.getValueAtPercentile(99), refused));
        }
    }

    /** A row is to be sent again. */
    void refused() {
        refused++;
    }

    void failed(Throwable cause) {
        sent.completeExceptionally(cause);
    }

    /** Completes when each row has been answered with success. */
    CompletableFuture<LoadLatency> sent() {
        return sent;
    }
}
