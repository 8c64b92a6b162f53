package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzInput;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/** Heads as an input says: fields out of a stock of likely ones, and any others. */
final class FuzzMessages {

    private static final URI TARGET = URI.create("http://origin.test/a/b?c");
    private static final List<String> METHODS = List.of("GET", "GET", "GET", "HEAD", "GET", "POST", "OPTIONS", "GET");
    private static final List<Integer> STATUSES =
            List.of(200, 200, 200, 206, 304, 404, 301, 500, 503, 204, 302, 416, 412, 299, 100, 203);
    private static final List<String> LINES = List.of(
            "Cache-Control: max-age=60",
            "Cache-Control: no-store",
            "Cache-Control: private",
            "Cache-Control: s-maxage=60",
            "Cache-Control: no-cache",
            "Cache-Control: public",
            "Cache-Control: must-revalidate",
            "Cache-Control: private=\"set-cookie\"",
            "Cache-Control: stale-while-revalidate=30",
            "Cache-Control: must-understand",
            "Vary: Accept-Encoding",
            "Vary: *",
            "Vary: X-A, Cookie",
            "ETag: \"1\"",
            "ETag: W/\"1\"",
            "ETag: \"2\"",
            "Last-Modified: Sun, 22 Nov 2026 04:05:06 GMT",
            "Expires: 0",
            "Age: 30",
            "Set-Cookie: session=alice",
            "Authorization: Bearer alice",
            "Cookie: session=alice",
            "X-A: 1",
            "X-A: 2",
            "Accept-Encoding: gzip, br;q=0.5",
            "Range: bytes=0-3",
            "Content-Range: bytes 0-3/10",
            "If-None-Match: \"1\"",
            "Connection: X-A",
            "Cache-Control: only-if-cached",
            "Cache-Control: max-stale=10",
            "CDN-Cache-Control: max-age=120",
            "Pragma: no-cache",
            "If-Range: \"1\"",
            "Content-Length: 10",
            "Transfer-Encoding: chunked",
            "Cache-Control: immutable",
            "Content-Location: /a/b?c",
            "Content-Encoding: gzip",
            "If-Modified-Since: Sun, 22 Nov 2026 04:05:06 GMT");
    private static final int OWN = 0xff;
    private static final int MOST = 12;

    private final FuzzInput input;

    FuzzMessages(FuzzInput input) {
        this.input = input;
    }

    RequestHead request() {
        return new RequestHead(input.oneOf(METHODS), TARGET, fields().build());
    }

    ResponseHead response(Instant now) {
        int status = input.oneOf(STATUSES);
        var fields = fields();
        if (input.flag()) {
            fields.add("Date", HttpDate.format(now));
        }
        return new ResponseHead(status, fields.build());
    }

    /** What an origin answers to a condition: mostly that nothing has changed. */
    ResponseHead confirmation(StoredResponse selected, Instant now) {
        ResponseHead any = response(now);
        int choice = input.below(4);
        if (choice == 0) {
            return any;
        }
        var fields = HeaderFields.builder().addAll(any.fields());
        selected.head().fields().first("ETag").filter(tag -> choice > 1).ifPresent(tag -> fields.add("ETag", tag));
        return new ResponseHead(304, fields.build());
    }

    StoredBody body(ResponseHead response) {
        int length = input.below(64);
        return ContentRange.of(response.fields())
                .<StoredBody>map(part -> () -> part.range().length())
                .orElse(() -> length);
    }

    private HeaderFields.Builder fields() {
        var fields = HeaderFields.builder();
        int count = input.below(MOST);
        for (int i = 0; i < count; i++) {
            int which = input.octet();
            String line = which == OWN ? input.line() : LINES.get(which % LINES.size());
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.add(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return fields;
    }
}
