package dev.larder.gateway.demo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects request content up to a limit and only counts what comes after it. */
final class BoundedContent {

    /** Bytes of request content that the demo origin accepts. */
    static final int LIMIT = 64 * 1024;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long seen;

    void add(byte[] part) {
        seen += part.length;
        if (!isLimitExceeded()) {
            bytes.writeBytes(part);
        }
    }

    boolean isLimitExceeded() {
        return seen > LIMIT;
    }

    /** What was collected, as UTF-8. */
    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
