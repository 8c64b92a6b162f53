package dev.larder.writes.autoconfigure;

import dev.larder.writes.Channel;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.intake.Buffering;
import dev.larder.writes.intake.OrderKey;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes of properties how writes are buffered and delivered. */
final class BufferSettings {

    private BufferSettings() {}

    static Buffering buffering(BufferProperties buffer) {
        Set<String> fields = new HashSet<>(buffer.fieldsPerItem());
        fields.addAll(buffer.fieldsPerBatch());
        return new Buffering(
                buffer.methods().stream()
                        .map(method -> method.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                buffer.contentTypes().stream()
                        .map(type -> type.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                buffer.needsJson(),
                buffer.maxSize().toBytes(),
                buffer.onlyIfPreferred(),
                OrderKey.of(buffer.orderBy()),
                fields,
                buffer.bulk() != null && !buffer.bulk().startsWith("/"));
    }

    static Channel channel(String name, BufferProperties buffer, WriteSettings settings) {
        return new Channel(
                name,
                Optional.ofNullable(buffer.bulk()),
                buffer.format(),
                buffer.sameKey(),
                new Channel.Flush(buffer.flushCount(), buffer.flushSize().toBytes(), buffer.flushInterval()),
                buffer.parallel(),
                new Channel.Retry(
                        settings.firstRetry(), settings.longestRetry(), buffer.attempts(), buffer.deduplication()),
                new Channel.Fields(buffer.fieldsPerItem(), buffer.fieldsPerBatch()),
                buffer.timeout());
    }
}
