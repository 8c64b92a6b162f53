package dev.larder.gateway.actuate;

import org.springframework.http.HttpStatus;

/** Thrown if an operator's request is refused. The detail states the reason and the remedy; it repeats nothing of the request. */
public final class RefusedOperationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String detail;

    /** Creates an exception; the response has this status, and a problem detail with this text. */
    public RefusedOperationException(HttpStatus status, String detail) {
        super(detail);
        this.status = status;
        this.detail = detail;
    }

    /** Creates an exception for an invalid request. */
    public static RefusedOperationException badRequest(String detail) {
        return new RefusedOperationException(HttpStatus.BAD_REQUEST, detail);
    }

    /** Creates an exception for a store that cannot list its entries. */
    static RefusedOperationException notListed() {
        return new RefusedOperationException(
                HttpStatus.NOT_IMPLEMENTED, "The store cannot tell what it holds; nothing was done.");
    }

    /** Returns the status of the response. */
    public HttpStatus status() {
        return status;
    }

    /** Returns the reason and the remedy. */
    public String detail() {
        return detail;
    }
}
