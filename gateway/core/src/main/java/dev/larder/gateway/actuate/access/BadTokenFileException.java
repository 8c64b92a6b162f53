package dev.larder.gateway.actuate.access;

/** Thrown if a token file is invalid or not safe. */
public final class BadTokenFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String why;

    BadTokenFileException(String why) {
        super(why);
        this.why = why;
    }

    /** Returns the reason as half a sentence, which repeats nothing of the file. */
    public String why() {
        return why;
    }
}
