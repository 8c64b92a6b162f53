package dev.larder.gateway.actuate.access;

import org.springframework.http.HttpStatus;

/** Why somebody may not do what he asks for (RFC 6750 3.1, and whatever that does not know). */
public enum AccessDenialReason {
    /** He shows no token. */
    NO_TOKEN(HttpStatus.UNAUTHORIZED, "", "This wants a token of larder.actuate.token-file, and there is none."),
    /** Nobody has given out this one. */
    UNKNOWN_TOKEN(HttpStatus.UNAUTHORIZED, "invalid_token", "The token is none of larder.actuate.token-file."),
    /** Its last day is over. */
    EXPIRED_TOKEN(HttpStatus.UNAUTHORIZED, "invalid_token", "The last day of the token is over."),
    /** It is good for other things. */
    OTHER_SCOPE(HttpStatus.FORBIDDEN, "insufficient_scope", "The token has not the scope that this wants."),
    /** No token is wanted, and the name that he asks by may be anybody's. */
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

    /** The value of WWW-Authenticate. */
    String challenge(TokenScope wanted) {
        String realm = "Bearer realm=\"larder\"";
        return error.isEmpty()
                ? realm
                : realm + ", error=\"" + error + "\""
                        + (this == OTHER_SCOPE ? ", scope=\"" + wanted.word() + "\"" : "");
    }
}
