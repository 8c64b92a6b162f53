package dev.larder.rfc9111;

/** RFC 10036 3: whether the sender of a message wants its content to be forwarded as it arrives. */
public final class Incremental {

    /** The name of the field of requests and responses. */
    public static final String FIELD = "Incremental";

    private Incremental() {}

    /** Returns whether a message with these fields is to be forwarded as it arrives. */
    public static boolean isWanted(HeaderFields fields) {
        return fields.contains(FIELD) && isWanted(fields.combined(FIELD));
    }

    /** Returns whether this is the one valid value, the Boolean true; parameters are ignored. */
    public static boolean isWanted(String value) {
        return StructuredDictionary.item(value)
                .filter(StructuredDictionary.Value.TRUE::equals)
                .isPresent();
    }
}
