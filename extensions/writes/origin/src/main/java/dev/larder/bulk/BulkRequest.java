package dev.larder.bulk;

import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** One whole request of a batch that is {@code multipart/mixed} of {@code application/http}. */
public final class BulkRequest {

    private final Optional<String> writeId;
    private final HttpMethod method;
    private final String target;
    private final HttpHeaders fields;
    private final byte[] content;

    /**
     * A request.
     *
     * @param writeId the part's Content-ID, without angle brackets
     * @param target the request target, as it stands in the request line
     * @param content kept, not copied
     */
    public BulkRequest(Optional<String> writeId, HttpMethod method, String target, HttpHeaders fields, byte[] content) {
        this.writeId = writeId;
        this.method = method;
        this.target = target;
        this.fields = HttpHeaders.readOnlyHttpHeaders(fields);
        this.content = content;
    }

    /** Names the write at the gateway that has acknowledged it; none if the part has no Content-ID. */
    public Optional<String> writeId() {
        return writeId;
    }

    /** Its method. */
    public HttpMethod method() {
        return method;
    }

    /** Its request target: path and query, percent-encoded. */
    public String target() {
        return target;
    }

    /** Its fields; cannot be changed. */
    public HttpHeaders fields() {
        return fields;
    }

    /** Its content, not a copy; empty if it has none. */
    public byte[] content() {
        return content;
    }

    @Override
    public String toString() {
        return method + " " + target;
    }
}
