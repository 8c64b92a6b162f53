package dev.larder.acceptance.kit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A request as the origin received it; its content arrives before the handler is asked, unless that wants the head alone. */
public final class ReceivedRequest {

    private static final int KEPT = 1 << 20;

    private final String method;
    private final String target;
    private final RawFields fields;
    private final int connection;
    private final ContentReader content;
    private final CompletableFuture<ContentReader.Body> body = new CompletableFuture<>();

    ReceivedRequest(String requestLine, RawFields fields, int connection, WireReader wire) {
        String[] parts = requestLine.split(" ", 3);
        this.method = parts[0];
        this.target = parts.length > 1 ? parts[1] : "";
        this.fields = fields;
        this.connection = connection;
        this.content = ContentReader.ofRequest(wire, fields);
    }

    /** The method. */
    public String method() {
        return method;
    }

    /** The request target, byte for byte. */
    public String target() {
        return target;
    }

    /** The target without its query. */
    public String path() {
        return target.split("\\?", 2)[0];
    }

    /** The header fields. */
    public RawFields fields() {
        return fields;
    }

    /** Which connection it came on, counted from 1. */
    public int connection() {
        return connection;
    }

    /** The content, one char per byte, at most its first MiB; waits for it. */
    public String body() {
        return WireReader.latin1(whole().kept());
    }

    /** How long the content was; waits for its end. */
    public long length() {
        return whole().length();
    }

    /** The content's CRC-32; waits for its end. */
    public long crc() {
        return whole().crc();
    }

    /** How the content ended; waits for its end. */
    public TransferEnd end() {
        return whole().end();
    }

    /** The next bytes of the content, for handlers that read as it arrives; empty at the end. */
    public byte[] next() {
        return content.next(16 * 1024);
    }

    /** Reads the content as it arrives until it is over, or breaks off. */
    public void toItsEnd() {
        byte[] piece = next();
        while (piece.length > 0) {
            piece = next();
        }
    }

    void drain() {
        if (!body.isDone()) {
            body.complete(content.all(KEPT));
        }
    }

    private ContentReader.Body whole() {
        try {
            return body.get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the content of " + this + " was not read to its end", e);
        }
    }

    @Override
    public String toString() {
        return method + " " + target + " " + fields.list();
    }
}
