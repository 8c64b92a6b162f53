package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import dev.larder.bulk.BulkRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** Reads the parts of a {@code multipart/mixed} content (RFC 2046 5.1), each a whole request (RFC 9112 10.1). */
final class RequestParts {

    private final BoundaryDelimitedReader delimited;
    private final List<BulkRequest> requests = new ArrayList<>();

    RequestParts(InputStream content, String boundary) {
        this.delimited = new BoundaryDelimitedReader(content, boundary);
    }

    /** Reads the requests, which must be this many. */
    List<BulkRequest> read(int size) throws IOException {
        if (!delimited.skipPreamble()) {
            throw BatchRefusedException.malformed("there is no boundary, or the content ends early");
        }
        while (delimited.hasNext()) {
            if (requests.size() == size) {
                throw wrongSize(size, "more");
            }
            requests.add(request(delimited.next()));
        }
        if (requests.size() < size) {
            throw wrongSize(size, "only " + requests.size());
        }
        return requests;
    }

    private static BatchRefusedException wrongSize(int size, String found) {
        return BatchRefusedException.malformed(BatchHead.SIZE + " says " + size + " items, there are " + found);
    }

    private BulkRequest request(byte[] part) {
        var lines = new HeadLines(part, this::malformed);
        HttpHeaders partFields = lines.fields();
        String type = String.valueOf(partFields.getFirst(HttpHeaders.CONTENT_TYPE));
        if (!type.regionMatches(true, 0, "application/http", 0, "application/http".length())) {
            throw malformed("expected a part of application/http");
        }
        String[] start = lines.line().split(" ", -1);
        if (start.length != 3 || start[0].isEmpty() || start[1].isEmpty() || !start[2].startsWith("HTTP/")) {
            throw malformed("expected a request line (RFC 9112 3)");
        }
        HttpHeaders fields = lines.fields();
        byte[] content = Arrays.copyOfRange(part, lines.position(), part.length);
        checkLength(fields, content);
        return new BulkRequest(writeId(partFields), HttpMethod.valueOf(start[0]), start[1], fields, content);
    }

    private void checkLength(HttpHeaders fields, byte[] content) {
        String length = fields.getFirst(HttpHeaders.CONTENT_LENGTH);
        if (length != null && !length.equals(String.valueOf(content.length))) {
            throw malformed("Content-Length is " + length + ", the content has " + content.length + " bytes");
        }
    }

    private static Optional<String> writeId(HttpHeaders fields) {
        return Optional.ofNullable(fields.getFirst("Content-ID")).map(id -> id.replaceAll("^<(.*)>$", "$1"));
    }

    private BatchRefusedException malformed(String detail) {
        return BatchRefusedException.malformedItem(requests.size(), detail, null);
    }
}
