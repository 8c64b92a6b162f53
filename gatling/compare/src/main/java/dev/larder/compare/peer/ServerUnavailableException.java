package dev.larder.compare.peer;

/** A server that cannot take part here; the run goes on without it and says why. */
public final class ServerUnavailableException extends Exception {

    private static final long serialVersionUID = 1;

    /** Says why, as the last part of a sentence. */
    public ServerUnavailableException(String reason) {
        super(reason);
    }
}
