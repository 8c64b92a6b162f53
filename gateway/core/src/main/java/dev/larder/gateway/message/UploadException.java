package dev.larder.gateway.message;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Thrown if the content of a request is rejected: too slow, or one upload too many. The client is told the reason. */
public final class UploadException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;
    /** Sent to the client that has left; the transport's own error would make the gateway send the request once more. */
    private static final String BROKEN_OFF = "The content of the request is incomplete.";

    private final Kind kind;
    private final HttpStatus status;
    private final String detail;
    private final @Nullable String proxyError;

    private enum Kind {
        REFUSED,
        BROKEN_OFF
    }

    /**
     * Creates the exception for the problem with these parts: the content is refused.
     *
     * @param proxyError the error type that Proxy-Status names; null if none
     */
    UploadException(HttpStatus status, String detail, @Nullable String proxyError) {
        this(Kind.REFUSED, status, detail, proxyError);
    }

    private UploadException(Kind kind, HttpStatus status, String detail, @Nullable String proxyError) {
        super(status, detail);
        this.kind = kind;
        this.status = status;
        this.detail = detail;
        this.proxyError = proxyError;
    }

    HttpStatus status() {
        return status;
    }

    String detail() {
        return detail;
    }

    @Nullable
    String proxyError() {
        return proxyError;
    }

    /** Returns the error for content that its client broke off. */
    public static UploadException brokenOff() {
        return new UploadException(Kind.BROKEN_OFF, HttpStatus.BAD_REQUEST, BROKEN_OFF, null);
    }

    /** Returns whether the client broke its content off. */
    public boolean isBrokenOff() {
        return kind == Kind.BROKEN_OFF;
    }
}
