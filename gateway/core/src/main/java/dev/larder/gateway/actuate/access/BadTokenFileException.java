package dev.larder.gateway.actuate.access;

/** A file of tokens that cannot be relied on. */
public final class BadTokenFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String why;

    BadTokenFileException(String why) {
        super(why);
        this.why = why;
    }

    /** Half a sentence that repeats nothing of what is in the file. */
    public String why() {
        return why;
    }
}
