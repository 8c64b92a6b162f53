package dev.larder.bulk;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Thrown when a batch is rejected: 400, 413 or 415 as a problem detail (RFC 9457), which names the item at fault, if any. */
public final class BatchRefusedException extends ErrorResponseException {

    private BatchRefusedException(HttpStatus status, String detail, @Nullable Throwable cause) {
        super(status, ProblemDetail.forStatusAndDetail(status, detail), cause);
    }

    /** 400: the batch contradicts its fields, or they are insufficient. */
    public static BatchRefusedException malformed(String detail) {
        return new BatchRefusedException(HttpStatus.BAD_REQUEST, detail, null);
    }

    /**
     * 400: an item cannot be read. The problem detail has its index as {@code item}.
     *
     * @param item from 0
     */
    public static BatchRefusedException malformedItem(int item, String detail, @Nullable Throwable cause) {
        var refused = new BatchRefusedException(HttpStatus.BAD_REQUEST, "item " + item + ": " + detail, cause);
        refused.getBody().setProperty("item", item);
        return refused;
    }

    /** 413: more items or bytes than allowed. */
    public static BatchRefusedException tooLarge(String detail) {
        return new BatchRefusedException(HttpStatus.CONTENT_TOO_LARGE, detail, null);
    }

    /** 415: unsupported content. */
    public static BatchRefusedException unsupported(String detail) {
        return new BatchRefusedException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail, null);
    }

    @Override
    public String getMessage() {
        return String.valueOf(getBody().getDetail());
    }
}
