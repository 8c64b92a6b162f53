package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Deduplication;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.ItemId;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
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
final class SampleWrites implements DeliveryJournal {

    static final HeaderFields NO_FIELDS = HeaderFields.EMPTY;

    /** An answer that names nothing. */
    static final DeliveryFences.Answer ANSWER =
            new DeliveryFences.Answer(URI.create("http://o/bulk"), new ResponseHead(200, NO_FIELDS));

    /** Of the ids of all items. */
    static final UUID SERIES = new UUID(3, 3);

    private final Map<Long, byte[]> contents = new HashMap<>();
    private long next = 1;

    static DeliveryChannel channel(String bulk, DeliveryChannel.Format format, DeliveryChannel.SameKey sameKey) {
        return new DeliveryChannel(
                "uploads",
                Optional.ofNullable(bulk),
                format,
                sameKey,
                new DeliveryChannel.Flush(100, 1_000_000, Duration.ofSeconds(5)),
                new DeliveryChannel.Retry(Duration.ofSeconds(1), Duration.ofSeconds(60), 3, Deduplication.BATCHES),
                new DeliveryChannel.Fields(List.of("X-Item"), List.of("Authorization")),
                new DeliveryChannel.Requests(4, Duration.ofMillis(500)));
    }

    static DeliveryChannel with(DeliveryChannel channel, DeliveryChannel.Flush flush, int parallel) {
        return new DeliveryChannel(
                channel.name(),
                channel.bulk(),
                channel.format(),
                channel.sameKey(),
                flush,
                channel.retry(),
                channel.fields(),
                new DeliveryChannel.Requests(parallel, channel.requests().timeout()));
    }

    AcknowledgedWrite write(String key, String target, String content, String... fields) {
        byte[] octets = content.getBytes(StandardCharsets.UTF_8);
        contents.put(next, octets);
        return bare(next++, key, target, octets.length, HeaderFields.of(fields));
    }

    static AcknowledgedWrite bare(long number, String key, String target, long length, HeaderFields fields) {
        return new AcknowledgedWrite(
                number,
                new UUID(0, number),
                "uploads",
                key,
                new RequestHead("PUT", URI.create(target), fields),
                new ItemId(SERIES, number),
                Instant.ofEpochSecond(number),
                length);
    }

    static WriteBatch batch(AcknowledgedWrite... writes) {
        return new WriteBatch(new UUID(7, 7), "uploads", List.of(writes));
    }

    @Override
    public InputStream content(AcknowledgedWrite write) throws IOException {
        byte[] octets = contents.get(write.number());
        if (octets == null) {
            throw new IOException("no such content");
        }
        return new ByteArrayInputStream(octets);
    }

    @Override
    public CompletionStage<Void> planned(WriteBatch batch) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        return CompletableFuture.completedStage(null);
    }
}
