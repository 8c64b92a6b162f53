package dev.larder.gateway.rule;

/** Thrown if rules do not pass the checks of a start. The message is that of a start with such rules. */
public final class RefusedRulesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the message of a start. */
    public RefusedRulesException(String why, Throwable cause) {
        super(why, cause);
    }
}
