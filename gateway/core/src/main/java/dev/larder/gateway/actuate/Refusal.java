package dev.larder.gateway.actuate;

import org.springframework.http.HttpStatus;

/** What an operator asked for is not done. The detail says why, and what to do instead; it repeats nothing he has sent. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String detail;

    Refusal(HttpStatus status, String detail) {
        super(detail);
        this.status = status;
        this.detail = detail;
    }

    /** The request itself cannot be carried out. */
    static Refusal badRequest(String detail) {
        return new Refusal(HttpStatus.BAD_REQUEST, detail);
    }

    /** The store does not say what it holds. */
    static Refusal notListed() {
        return new Refusal(HttpStatus.NOT_IMPLEMENTED, "The store cannot tell what it holds; nothing was done.");
    }

    HttpStatus status() {
        return status;
    }

    String detail() {
        return detail;
    }
}
