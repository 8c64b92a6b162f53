package dev.larder.gateway.actuate;

import org.springframework.http.HttpStatus;

/** What an operator asked for is not done. The detail says why, and what to do instead; it repeats nothing he has sent. */
public final class RefusedOperationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String detail;

    /** Nothing is done; the response has this status, and a problem detail with this text. */
    public RefusedOperationException(HttpStatus status, String detail) {
        super(detail);
        this.status = status;
        this.detail = detail;
    }

    /** The request itself cannot be carried out. */
    public static RefusedOperationException badRequest(String detail) {
        return new RefusedOperationException(HttpStatus.BAD_REQUEST, detail);
    }

    /** The store does not say what it holds. */
    static RefusedOperationException notListed() {
        return new RefusedOperationException(
                HttpStatus.NOT_IMPLEMENTED, "The store cannot tell what it holds; nothing was done.");
    }

    /** Of the response. */
    public HttpStatus status() {
        return status;
    }

    /** Why, and what to do instead. */
    public String detail() {
        return detail;
    }
}
