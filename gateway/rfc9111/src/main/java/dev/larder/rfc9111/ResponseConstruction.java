package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** RFC 9110 13.2.2: constructs responses. Conditions come first, then ranges, then the whole representation. */
public final class ResponseConstruction {

    private final RequestHead request;
    private final StoredResponse stored;
    private final Instant now;

    private ResponseConstruction(RequestHead request, StoredResponse stored, Instant now) {
        this.request = request;
        this.stored = stored;
        this.now = now;
    }

    /**
     * Constructs the response to a GET or HEAD request.
     *
     * @param now on the steady time line
     */
    public static ConstructedResponse construct(RequestHead request, StoredResponse stored, Instant now) {
        return new ResponseConstruction(request, stored, now).answer();
    }

    private ConstructedResponse answer() {
        if (stored.head().isSuccessful()) {
            RequestPreconditions conditions = new RequestPreconditions(request.fields(), stored, now);
            if (request.allowsNotModified() && conditions.isNotModified()) {
                return new ConstructedResponse.NotModified(NotModifiedHead.of(aged(), stored.entityTag()));
            }
            if (mayApplyRange() && conditions.isRangeApplicable()) {
                return ranges().map(this::parts).orElseGet(this::whole);
            }
        }
        return whole();
    }

    /** RFC 9110 14.2: "A server MUST ignore a Range header field received with a request method" other than GET. */
    private boolean mayApplyRange() {
        return request.isGet()
                && stored.head().status() == 200
                && length() >= 0
                && request.fields().contains("Range");
    }

    private Optional<List<ByteRange>> ranges() {
        return ByteRanges.of(request.fields(), length());
    }

    private ConstructedResponse parts(List<ByteRange> ranges) {
        if (ranges.isEmpty()) {
            ResponseHead head = empty(StatusCode.RANGE_NOT_SATISFIABLE);
            String unsatisfied = ContentRange.unsatisfied(length());
            return new ConstructedResponse.NotSatisfiable(
                    head.withFields(head.fields().with("Content-Range", unsatisfied)));
        }
        return ranges.size() == 1 ? part(ranges.get(0)) : multipart(ranges);
    }

    private ConstructedResponse part(ByteRange range) {
        HeaderFields fields = aged().with("Content-Range", new ContentRange(range, length()).toString())
                .with("Content-Length", Long.toString(range.length()));
        return new ConstructedResponse.Part(new ResponseHead(StatusCode.PARTIAL_CONTENT, fields), range);
    }

    private ConstructedResponse multipart(List<ByteRange> ranges) {
        String boundary = MultipartByteRanges.boundary(stored, ranges);
        String partType = stored.head().fields().first("Content-Type").orElse("");
        HeaderFields fields = aged().without("Content-Range")
                .with("Content-Type", MultipartByteRanges.TYPE + boundary)
                .with(
                        "Content-Length",
                        Long.toString(MultipartByteRanges.length(boundary, partType, ranges, length())));
        ResponseHead head = new ResponseHead(StatusCode.PARTIAL_CONTENT, fields);
        return new ConstructedResponse.Parts(head, ranges, boundary, partType, length());
    }

    private ConstructedResponse whole() {
        HeaderFields fields = aged();
        int status = stored.head().status();
        return new ConstructedResponse.Whole(stored.head()
                .withFields(
                        StatusCode.isWithoutContent(status) || length() < 0
                                ? fields
                                : fields.with("Content-Length", Long.toString(length()))));
    }

    private ResponseHead empty(int status) {
        return new ResponseHead(status, HeaderFields.of("Content-Length", "0"));
    }

    /** RFC 9111 4: "a cache MUST generate an Age header field, replacing any present in the response". */
    private HeaderFields aged() {
        return stored.head()
                .fields()
                .with("Age", Long.toString(stored.currentAge(now).toSeconds()));
    }

    private long length() {
        return stored.body().length();
    }
}
