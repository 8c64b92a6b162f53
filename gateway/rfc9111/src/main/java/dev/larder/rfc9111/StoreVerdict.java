package dev.larder.rfc9111;

/** RFC 9111 3: the decision whether a response may be stored. */
public sealed interface StoreVerdict {

    /**
     * It may be stored once its content is complete.
     *
     * @param response without content, which is added by {@link StoredResponse#withBody}
     */
    record Store(StoredResponse response) implements StoreVerdict {}

    /** It must not be stored. */
    record DoNotStore(Reason reason) implements StoreVerdict {}
}
