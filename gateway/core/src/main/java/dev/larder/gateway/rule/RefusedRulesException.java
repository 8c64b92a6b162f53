package dev.larder.gateway.rule;

/** Thrown if rules do not pass the checks of a start, with the message of such a start, or are refused by their {@link RuleTrial}. */
public final class RefusedRulesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the message of a start. */
    public RefusedRulesException(String why, Throwable cause) {
        super(why, cause);
    }

    /** Creates an exception for rules that their trial has refused. */
    RefusedRulesException(String why) {
        super(why);
    }
}
