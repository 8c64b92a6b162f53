package dev.larder.bulk;

import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** A complete request of a batch in {@code multipart/mixed} of {@code application/http}. */
public final class BulkRequest {

    private final Optional<String> writeId;
    private final HttpMethod method;
    private final String target;
    private final HttpHeaders fields;
    private final byte[] content;

    /**
     * Creates a request.
     *
     * @param writeId the part's Content-ID, without angle brackets
     * @param target the request target, as in the request line
     * @param content kept, not copied
     */
    public BulkRequest(Optional<String> writeId, HttpMethod method, String target, HttpHeaders fields, byte[] content) {
        this.writeId = writeId;
        this.method = method;
        this.target = target;
        this.fields = HttpHeaders.readOnlyHttpHeaders(fields);
        this.content = content;
    }

    /** Returns the id of the write at the gateway that has acknowledged it; empty if the part has no Content-ID. */
    public Optional<String> writeId() {
        return writeId;
    }

    /** Returns the method. */
    public HttpMethod method() {
        return method;
    }

    /** Returns the request target: path and query, percent-encoded. */
    public String target() {
        return target;
    }

    /** Returns the fields, which cannot be changed. */
    public HttpHeaders fields() {
        return fields;
    }

    /** Returns the content, not a copy; empty if there is none. */
    public byte[] content() {
        return content;
    }

    @Override
    public String toString() {
        return method + " " + target;
    }
}
