package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.intake.WriteOrderKey;
import java.util.Locale;
import java.util.Set;

/** Rejects invalid combinations of write-buffering settings. */
final class BufferedWriteChecks {

    private static final int MAX_BATCH_SIZE = 20_000;
    private static final int MAX_PARALLEL = 1_000;

    private final String rule;
    private final String property;
    private final BufferedWriteProperties.Acceptance acceptance;
    private final BufferedWriteProperties.Batches batches;
    private final BufferedWriteProperties.Delivery delivery;

    private BufferedWriteChecks(String rule, BufferedWriteProperties buffer) {
        this.rule = rule;
        this.property = rule + ".buffer.";
        this.acceptance = buffer.acceptance();
        this.batches = buffer.batches();
        this.delivery = buffer.delivery();
    }

    /**
     * Rejects invalid settings.
     *
     * @param cached methods that the rule answers from the store
     */
    static void check(String rule, BufferedWriteProperties buffer, Set<String> cached, WritesProperties writes) {
        String path = writes.path();
        PropertyChecks.that(
                path != null && !path.isBlank(),
                "larder.writes.path",
                path,
                rule + ".buffer acknowledges writes, which have to be kept somewhere until they are delivered",
                "larder.writes.path=/var/lib/larder/writes");
        PropertyChecks.that(
                writes.maxSize().compareTo(buffer.acceptance().maxSize()) >= 0,
                "larder.writes.max-size",
                writes.maxSize(),
                "it is less than the maximum size of one write, " + rule + ".buffer.max-size ("
                        + buffer.acceptance().maxSize() + ")",
                "1GB");
        var checks = new BufferedWriteChecks(rule, buffer);
        checks.methods(cached);
        checks.order();
        checks.batches();
        checks.bounds();
        checks.fields();
    }

    private void methods(Set<String> cached) {
        PropertyChecks.that(
                !acceptance.methods().isEmpty(), property + "methods", acceptance.methods(), "there is none", "POST");
        acceptance
                .methods()
                .forEach(method -> PropertyChecks.that(
                        UnsafeRequestHandler.METHODS.contains(method.toUpperCase(Locale.ROOT)),
                        property + "methods",
                        method,
                        "requests with this method cannot be buffered",
                        "POST, PUT or PATCH"));
        acceptance
                .methods()
                .forEach(method -> PropertyChecks.that(
                        !cached.contains(method.toUpperCase(Locale.ROOT)),
                        property + "methods",
                        method,
                        rule
                                + ".methods has it too, so these requests would be answered from the store, and never buffered",
                        rule + ".methods=GET,HEAD beside it"));
    }

    private void order() {
        try {
            WriteOrderKey order = WriteOrderKey.of(acceptance.orderBy());
            PropertyChecks.that(
                    order.source() != WriteOrderKey.Source.JSON || order.name().startsWith("/"),
                    property + "order-by",
                    acceptance.orderBy(),
                    "a JSON Pointer begins with a slash",
                    "json:/customer/id");
        } catch (IllegalArgumentException unknown) {
            throw new InvalidPropertyException(
                    property + "order-by",
                    acceptance.orderBy(),
                    "no order is known by this name",
                    "path, target, none, header:NAME, query:NAME or json:POINTER");
        }
    }

    private void batches() {
        String bulk = batches.bulk();
        PropertyChecks.that(
                bulk == null || bulk.startsWith("/") || bulk.startsWith("http://") || bulk.startsWith("https://"),
                property + "bulk",
                bulk,
                "it is neither a path at the origin nor a URL",
                "/bulk/{path}");
        boolean json = bulk != null && batches.format() != DeliveryChannel.Format.MULTIPART;
        PropertyChecks.that(
                !json || batches.fieldsPerItem().isEmpty(),
                property + "fields-per-item",
                batches.fieldsPerItem(),
                "an item of such a batch has no fields of its own",
                property + "format=multipart, or " + property + "fields-per-batch");
        PropertyChecks.that(
                !json
                        || acceptance.methods().stream()
                                        .map(method -> method.toUpperCase(Locale.ROOT))
                                        .distinct()
                                        .count()
                                == 1,
                property + "methods",
                acceptance.methods(),
                "the items of a batch in this format have no method, so the origin could not tell the writes apart",
                "PUT, or " + property + "format=multipart");
    }

    private void bounds() {
        PropertyChecks.that(
                batches.flushCount() > 0 && batches.flushCount() <= MAX_BATCH_SIZE,
                property + "flush-count",
                batches.flushCount(),
                "a batch has between 1 and " + MAX_BATCH_SIZE + " writes",
                "10000");
        PropertyChecks.that(
                batches.flushSize().toBytes() > 0,
                property + "flush-size",
                batches.flushSize(),
                "a batch has at least one byte",
                "8MB");
        PropertyChecks.positive(batches.flushInterval(), property + "flush-interval", "5s");
        PropertyChecks.that(
                delivery.parallel() > 0 && delivery.parallel() <= MAX_PARALLEL,
                property + "parallel",
                delivery.parallel(),
                "between 1 and " + MAX_PARALLEL + " requests may be under way",
                "4");
        PropertyChecks.positive(delivery.timeout(), property + "timeout", "30s");
        PropertyChecks.that(
                delivery.attempts() > 0, property + "attempts", delivery.attempts(), "one is the least", "10");
        PropertyChecks.that(
                acceptance.maxSize().toBytes() > 0,
                property + "max-size",
                acceptance.maxSize(),
                "it is nothing",
                "1MB");
    }

    private void fields() {
        batches.fieldsPerItem()
                .forEach(name -> PropertyChecks.token(name, property + "fields-per-item", "Authorization"));
        batches.fieldsPerBatch()
                .forEach(name -> PropertyChecks.token(name, property + "fields-per-batch", "Authorization"));
    }
}
