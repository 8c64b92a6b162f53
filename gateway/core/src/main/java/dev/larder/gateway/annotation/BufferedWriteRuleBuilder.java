package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.BufferedWrite;

/** Adds the settings of {@link BufferedWrite} to a rule. */
final class BufferedWriteRuleBuilder {

    private static final String BUFFER = "buffer.";
    private static final String METHODS = BUFFER + "methods";

    private final AnnotatedRuleBuilder draft;

    BufferedWriteRuleBuilder(AnnotatedRuleBuilder draft) {
        this.draft = draft;
    }

    /** Returns whether a name below a rule is a property of buffered writes. */
    static boolean isBuffer(String property) {
        return property.startsWith(BUFFER);
    }

    /** Buffers writes with this method, whatever else is set. */
    void method(String method, String annotation) {
        draft.say(METHODS, method, annotation);
    }

    /** Adds how writes are buffered. */
    void writes(BufferedWrite buffer) {
        text("bulk", "bulk", buffer.bulk());
        text("format", "format", buffer.format());
        texts("methods", "methods", buffer.methods());
        texts("content-types", "contentTypes", buffer.contentTypes());
        text("max-size", "maxSize", buffer.maxSize());
        if (buffer.onlyIfPreferred()) {
            draft.say(BUFFER + "only-if-preferred", "true", "@BufferedWrite(onlyIfPreferred = true)");
        }
        text("order-by", "orderBy", buffer.orderBy());
        text("same-key", "sameKey", buffer.sameKey());
        if (buffer.flushCount() != 0) {
            String count = Integer.toString(buffer.flushCount());
            draft.say(BUFFER + "flush-count", count, "@BufferedWrite(flushCount = " + count + ')');
        }
        text("flush-size", "flushSize", buffer.flushSize());
        if (!buffer.flushInterval().isEmpty()) {
            draft.duration(BUFFER + "flush-interval", buffer.flushInterval(), attribute("flushInterval"));
        }
        texts("fields-per-item", "fieldsPerItem", buffer.fieldsPerItem());
        texts("fields-per-batch", "fieldsPerBatch", buffer.fieldsPerBatch());
    }

    /** Adds how reads are treated in the meantime. */
    void reads(BufferedWrite buffer) {
        if (!buffer.readsWhileWritePending().isEmpty()) {
            draft.say(
                    "reads-while-write-pending",
                    buffer.readsWhileWritePending(),
                    attribute("readsWhileWritePending").with(buffer.readsWhileWritePending()));
        }
    }

    private void text(String property, String attribute, String value) {
        if (!value.isEmpty()) {
            draft.say(BUFFER + property, value, attribute(attribute).with(value));
        }
    }

    private void texts(String property, String attribute, String[] values) {
        if (values.length > 0) {
            draft.say(
                    BUFFER + property,
                    String.join(",", values),
                    attribute(attribute).with(values));
        }
    }

    private static AnnotationSourceText attribute(String name) {
        return AnnotationSourceText.attribute(BufferedWrite.class, name);
    }
}
