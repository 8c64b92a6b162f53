package dev.larder.insight.audit;

/** A running check of a response from the store. */
@FunctionalInterface
public interface AuditCheck {

    /**
     * Ends the check, whatever its outcome.
     *
     * @param requests number of origin requests it has made, of those it was permitted
     */
    void close(int requests);
}
