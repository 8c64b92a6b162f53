package dev.larder.insight.audit;

/** One check under way, of an answer from the store. */
@FunctionalInterface
public interface AuditCheck {

    /**
     * It is over, however it has ended.
     *
     * @param requests how many origin requests it has caused, of those it might have
     */
    void close(int requests);
}
