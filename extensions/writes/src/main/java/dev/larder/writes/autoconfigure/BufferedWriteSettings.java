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

/** Converts properties to settings for buffering and delivery. */
final class BufferedWriteSettings {

    private BufferedWriteSettings() {}

    static BufferedWriteRule buffering(BufferedWriteProperties buffer) {
        BufferedWriteProperties.Acceptance acceptance = buffer.acceptance();
        BufferedWriteProperties.Batches batches = buffer.batches();
        Set<String> fields = new HashSet<>(batches.fieldsPerItem());
        fields.addAll(batches.fieldsPerBatch());
        return new BufferedWriteRule(
                acceptance.methods().stream()
                        .map(method -> method.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                acceptance.contentTypes().stream()
                        .map(type -> type.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                buffer.needsJson(),
                acceptance.maxSize().toBytes(),
                acceptance.onlyIfPreferred(),
                WriteOrderKey.of(acceptance.orderBy()),
                fields,
                new BufferedWriteRule.Destination(
                        batches.bulk() != null && !batches.bulk().startsWith("/"),
                        DeliveryChannel.canCarryQuery(Optional.ofNullable(batches.bulk()), batches.format())));
    }

    static DeliveryChannel channel(String name, BufferedWriteProperties buffer, WriteSettings settings) {
        BufferedWriteProperties.Batches batches = buffer.batches();
        BufferedWriteProperties.Delivery delivery = buffer.delivery();
        return new DeliveryChannel(
                name,
                Optional.ofNullable(batches.bulk()),
                batches.format(),
                batches.sameKey(),
                new DeliveryChannel.Flush(
                        batches.flushCount(), batches.flushSize().toBytes(), batches.flushInterval()),
                new DeliveryChannel.Retry(
                        settings.firstRetry(), settings.longestRetry(), delivery.attempts(), delivery.deduplication()),
                new DeliveryChannel.Fields(batches.fieldsPerItem(), batches.fieldsPerBatch()),
                new DeliveryChannel.Requests(delivery.parallel(), delivery.timeout()));
    }
}
