package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.writes.Channel;
import dev.larder.writes.intake.OrderKey;
import java.util.Locale;
import java.util.Set;

/** Refuses rules that buffer writes in ways that cannot work. */
final class BufferChecks {

    private static final int MOST_TOGETHER = 20_000;
    private static final int MOST_PARALLEL = 1_000;

    private final String rule;
    private final String property;
    private final BufferProperties buffer;

    private BufferChecks(String rule, BufferProperties buffer) {
        this.rule = rule;
        this.property = rule + ".buffer.";
        this.buffer = buffer;
    }

    /**
     * Refuses what is wrong.
     *
     * @param cached methods that the rule has answered from the store
     */
    static void check(String rule, BufferProperties buffer, Set<String> cached, WritesProperties writes) {
        String path = writes.path();
        Require.that(
                path != null && !path.isBlank(),
                "larder.writes.path",
                path,
                rule + ".buffer acknowledges writes, which have to be kept somewhere until they are delivered",
                "larder.writes.path=/var/lib/larder/writes");
        Require.that(
                writes.maxSize().compareTo(buffer.maxSize()) >= 0,
                "larder.writes.max-size",
                writes.maxSize(),
                "it is less than the maximum size of one write, " + rule + ".buffer.max-size (" + buffer.maxSize()
                        + ")",
                "1GB");
        var checks = new BufferChecks(rule, buffer);
        checks.methods(cached);
        checks.order();
        checks.batches();
        checks.bounds();
        checks.fields();
    }

    private void methods(Set<String> cached) {
        Require.that(!buffer.methods().isEmpty(), property + "methods", buffer.methods(), "there is none", "POST");
        buffer.methods()
                .forEach(method -> Require.that(
                        UnsafeRequestHandler.METHODS.contains(method.toUpperCase(Locale.ROOT)),
                        property + "methods",
                        method,
                        "requests with this method cannot be buffered",
                        "POST, PUT or PATCH"));
        buffer.methods()
                .forEach(method -> Require.that(
                        !cached.contains(method.toUpperCase(Locale.ROOT)),
                        property + "methods",
                        method,
                        rule
                                + ".methods has it too, so these requests would be answered from the store, and never buffered",
                        rule + ".methods=GET,HEAD beside it"));
    }

    private void order() {
        try {
            OrderKey order = OrderKey.of(buffer.orderBy());
            Require.that(
                    order.source() != OrderKey.Source.JSON || order.name().startsWith("/"),
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
        Require.that(
                bulk == null || bulk.startsWith("/") || bulk.startsWith("http://") || bulk.startsWith("https://"),
                property + "bulk",
                bulk,
                "it is neither a path at the origin nor a URL",
                "/bulk/{path}");
        boolean json = bulk != null && buffer.format() != Channel.Format.MULTIPART;
        Require.that(
                !json || buffer.fieldsPerItem().isEmpty(),
                property + "fields-per-item",
                buffer.fieldsPerItem(),
                "an item of such a batch has no fields of its own",
                property + "format=multipart, or " + property + "fields-per-batch");
    }

    private void bounds() {
        Require.that(
                buffer.flushCount() > 0 && buffer.flushCount() <= MOST_TOGETHER,
                property + "flush-count",
                buffer.flushCount(),
                "a batch has between 1 and " + MOST_TOGETHER + " writes",
                "10000");
        Require.that(
                buffer.flushSize().toBytes() > 0,
                property + "flush-size",
                buffer.flushSize(),
                "a batch has at least one byte",
                "8MB");
        Require.positive(buffer.flushInterval(), property + "flush-interval", "5s");
        Require.that(
                buffer.parallel() > 0 && buffer.parallel() <= MOST_PARALLEL,
                property + "parallel",
                buffer.parallel(),
                "between 1 and " + MOST_PARALLEL + " requests may be under way",
                "4");
        Require.positive(buffer.timeout(), property + "timeout", "30s");
        Require.that(buffer.attempts() > 0, property + "attempts", buffer.attempts(), "one is the least", "10");
        Require.that(buffer.maxSize().toBytes() > 0, property + "max-size", buffer.maxSize(), "it is nothing", "1MB");
    }

    private void fields() {
        buffer.fieldsPerItem().forEach(name -> Require.token(name, property + "fields-per-item", "Authorization"));
        buffer.fieldsPerBatch().forEach(name -> Require.token(name, property + "fields-per-batch", "Authorization"));
    }
}
