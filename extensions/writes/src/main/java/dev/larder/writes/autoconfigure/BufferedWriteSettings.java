package dev.larder.writes.autoconfigure;

import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.intake.BufferedWriteRule;
import dev.larder.writes.intake.WriteOrderKey;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes of properties how writes are buffered and delivered. */
final class BufferedWriteSettings {

    private BufferedWriteSettings() {}

    static BufferedWriteRule buffering(BufferedWriteProperties buffer) {
        Set<String> fields = new HashSet<>(buffer.fieldsPerItem());
        fields.addAll(buffer.fieldsPerBatch());
        return new BufferedWriteRule(
                buffer.methods().stream()
                        .map(method -> method.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                buffer.contentTypes().stream()
                        .map(type -> type.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                buffer.needsJson(),
                buffer.maxSize().toBytes(),
                buffer.onlyIfPreferred(),
                WriteOrderKey.of(buffer.orderBy()),
                fields,
                buffer.bulk() != null && !buffer.bulk().startsWith("/"));
    }

    static DeliveryChannel channel(String name, BufferedWriteProperties buffer, WriteSettings settings) {
        return new DeliveryChannel(
                name,
                Optional.ofNullable(buffer.bulk()),
                buffer.format(),
                buffer.sameKey(),
                new DeliveryChannel.Flush(
                        buffer.flushCount(), buffer.flushSize().toBytes(), buffer.flushInterval()),
                new DeliveryChannel.Retry(
                        settings.firstRetry(), settings.longestRetry(), buffer.attempts(), buffer.deduplication()),
                new DeliveryChannel.Fields(buffer.fieldsPerItem(), buffer.fieldsPerBatch()),
                new DeliveryChannel.Requests(buffer.parallel(), buffer.timeout()));
    }
}
