package dev.larder.rfc9111;

/** RFC 9111 3: whether a response may be stored. */
public sealed interface StoreVerdict {

    /**
     * It may, like this, once its content has arrived whole.
     *
     * @param response without content yet: give it some by {@link StoredResponse#withBody}
     */
    record Store(StoredResponse response) implements StoreVerdict {}

    /** It may not. */
    record DoNotStore(Reason reason) implements StoreVerdict {}
}
