package dev.larder.gateway.autoconfigure;

/** Thrown at startup if the application or its libraries are of a kind or version on which Larder does not work. */
public final class UnsupportedPlatformException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    UnsupportedPlatformException(String condition, String action) {
        super(condition);
        this.action = action;
    }

    String action() {
        return action;
    }
}
