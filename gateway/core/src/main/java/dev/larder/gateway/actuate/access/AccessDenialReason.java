package dev.larder.gateway.actuate.access;

import org.springframework.http.HttpStatus;

/** Why access was denied (RFC 6750 3.1, and reasons of Larder's own). */
public enum AccessDenialReason {
    /** The request has no token. */
    NO_TOKEN(HttpStatus.UNAUTHORIZED, "", "This wants a token of larder.actuate.token-file, and there is none."),
    /** The token is not in the token file. */
    UNKNOWN_TOKEN(HttpStatus.UNAUTHORIZED, "invalid_token", "The token is none of larder.actuate.token-file."),
    /** The token has expired. */
    EXPIRED_TOKEN(HttpStatus.UNAUTHORIZED, "invalid_token", "The last day of the token is over."),
    /** The token lacks the required scope. */
    OTHER_SCOPE(
            HttpStatus.FORBIDDEN,
            "insufficient_scope",
            "The token does not have the scope that this operation needs. Use a token that has it, or add the scope to its line in larder.actuate.token-file."),
    /** No token is required, and the host name of the request is not known to be the gateway's. */
    OTHER_HOST(
            HttpStatus.FORBIDDEN,
            "",
            "Without a token this is for addresses, localhost and the names in larder.actuate.hosts; Host is none of them.");

    private final HttpStatus status;
    private final String error;
    private final String detail;

    AccessDenialReason(HttpStatus status, String error, String detail) {
        this.status = status;
        this.error = error;
        this.detail = detail;
    }

    HttpStatus status() {
        return status;
    }

    String detail() {
        return detail;
    }

    /** Returns the value of WWW-Authenticate. */
    String challenge(TokenScope wanted) {
        String realm = "Bearer realm=\"larder\"";
        return error.isEmpty()
                ? realm
                : realm + ", error=\"" + error + "\""
                        + (this == OTHER_SCOPE ? ", scope=\"" + wanted.word() + "\"" : "");
    }
}
