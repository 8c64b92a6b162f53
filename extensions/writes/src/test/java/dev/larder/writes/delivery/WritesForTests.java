package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.Batch;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Channel;
import dev.larder.writes.Channel.Deduplication;
import dev.larder.writes.ItemId;
import dev.larder.writes.Journal;
import dev.larder.writes.Settlement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Writes with their contents in memory, and channels that differ in one thing. */
final class WritesForTests implements Journal {

    static final HeaderFields NO_FIELDS = HeaderFields.EMPTY;

    /** Of the ids of all items. */
    static final UUID SERIES = new UUID(3, 3);

    private final Map<Long, byte[]> contents = new HashMap<>();
    private long next = 1;

    static Channel channel(String bulk, Channel.Format format, Channel.SameKey sameKey) {
        return new Channel(
                "uploads",
                Optional.ofNullable(bulk),
                format,
                sameKey,
                new Channel.Flush(100, 1_000_000, Duration.ofSeconds(5)),
                4,
                new Channel.Retry(Duration.ofSeconds(1), Duration.ofSeconds(60), 3, Deduplication.BATCHES),
                new Channel.Fields(List.of("X-Item"), List.of("Authorization")),
                Duration.ofMillis(500));
    }

    static Channel with(Channel channel, Channel.Flush flush, int parallel) {
        return new Channel(
                channel.name(),
                channel.bulk(),
                channel.format(),
                channel.sameKey(),
                flush,
                parallel,
                channel.retry(),
                channel.fields(),
                channel.timeout());
    }

    BufferedWrite write(String key, String target, String content, String... fields) {
        byte[] octets = content.getBytes(StandardCharsets.UTF_8);
        contents.put(next, octets);
        return bare(next++, key, target, octets.length, HeaderFields.of(fields));
    }

    static BufferedWrite bare(long number, String key, String target, long length, HeaderFields fields) {
        return new BufferedWrite(
                number,
                new UUID(0, number),
                "uploads",
                key,
                new RequestHead("PUT", URI.create(target), fields),
                new ItemId(SERIES, number),
                Instant.ofEpochSecond(number),
                length);
    }

    static Batch batch(BufferedWrite... writes) {
        return new Batch(new UUID(7, 7), "uploads", List.of(writes));
    }

    @Override
    public InputStream content(BufferedWrite write) throws IOException {
        byte[] octets = contents.get(write.number());
        if (octets == null) {
            throw new IOException("no such content");
        }
        return new ByteArrayInputStream(octets);
    }

    @Override
    public CompletionStage<Void> planned(Batch batch) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> settled(Batch batch, List<Settlement> settlements) {
        return CompletableFuture.completedStage(null);
    }
}
