package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.intake.WriteOrderKey;
import java.util.Locale;
import java.util.Set;

/** Refuses rules that buffer writes in ways that cannot work. */
final class BufferedWriteChecks {

    private static final int MOST_TOGETHER = 20_000;
    private static final int MOST_PARALLEL = 1_000;

    private final String rule;
    private final String property;
    private final BufferedWriteProperties buffer;

    private BufferedWriteChecks(String rule, BufferedWriteProperties buffer) {
        this.rule = rule;
        this.property = rule + ".buffer.";
        this.buffer = buffer;
    }

    /**
     * Refuses what is wrong.
     *
     * @param cached methods that the rule has answered from the store
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
                writes.maxSize().compareTo(buffer.maxSize()) >= 0,
                "larder.writes.max-size",
                writes.maxSize(),
                "it is less than the maximum size of one write, " + rule + ".buffer.max-size (" + buffer.maxSize()
                        + ")",
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
                !buffer.methods().isEmpty(), property + "methods", buffer.methods(), "there is none", "POST");
        buffer.methods()
                .forEach(method -> PropertyChecks.that(
                        UnsafeRequestHandler.METHODS.contains(method.toUpperCase(Locale.ROOT)),
                        property + "methods",
                        method,
                        "requests with this method cannot be buffered",
                        "POST, PUT or PATCH"));
        buffer.methods()
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
            WriteOrderKey order = WriteOrderKey.of(buffer.orderBy());
            PropertyChecks.that(
                    order.source() != WriteOrderKey.Source.JSON || order.name().startsWith("/"),
                    property + "order-by",
                    buffer.orderBy(),
                    "a JSON Pointer begins with a slash",
                    "json:/customer/id");
        } catch (IllegalArgumentException unknown) {
            throw new InvalidPropertyException(
                    property + "order-by",
                    buffer.orderBy(),
                    "no order is known by this name",
                    "path, target, none, header:NAME, query:NAME or json:POINTER");
        }
    }

    private void batches() {
        String bulk = buffer.bulk();
        PropertyChecks.that(
                bulk == null || bulk.startsWith("/") || bulk.startsWith("http://") || bulk.startsWith("https://"),
                property + "bulk",
                bulk,
                "it is neither a path at the origin nor a URL",
                "/bulk/{path}");
        boolean json = bulk != null && buffer.format() != DeliveryChannel.Format.MULTIPART;
        PropertyChecks.that(
                !json || buffer.fieldsPerItem().isEmpty(),
                property + "fields-per-item",
                buffer.fieldsPerItem(),
                "an item of such a batch has no fields of its own",
                property + "format=multipart, or " + property + "fields-per-batch");
    }

    private void bounds() {
        PropertyChecks.that(
                buffer.flushCount() > 0 && buffer.flushCount() <= MOST_TOGETHER,
                property + "flush-count",
                buffer.flushCount(),
                "a batch has between 1 and " + MOST_TOGETHER + " writes",
                "10000");
        PropertyChecks.that(
                buffer.flushSize().toBytes() > 0,
                property + "flush-size",
                buffer.flushSize(),
                "a batch has at least one byte",
                "8MB");
        PropertyChecks.positive(buffer.flushInterval(), property + "flush-interval", "5s");
        PropertyChecks.that(
                buffer.parallel() > 0 && buffer.parallel() <= MOST_PARALLEL,
                property + "parallel",
                buffer.parallel(),
                "between 1 and " + MOST_PARALLEL + " requests may be under way",
                "4");
        PropertyChecks.positive(buffer.timeout(), property + "timeout", "30s");
        PropertyChecks.that(buffer.attempts() > 0, property + "attempts", buffer.attempts(), "one is the least", "10");
        PropertyChecks.that(
                buffer.maxSize().toBytes() > 0, property + "max-size", buffer.maxSize(), "it is nothing", "1MB");
    }

    private void fields() {
        buffer.fieldsPerItem()
                .forEach(name -> PropertyChecks.token(name, property + "fields-per-item", "Authorization"));
        buffer.fieldsPerBatch()
                .forEach(name -> PropertyChecks.token(name, property + "fields-per-batch", "Authorization"));
    }
}
