package dev.larder.invalidation;

/**
 * The shape of a segment of a {@link ResourcePath}, by which items of a collection are recognized: of two segments of one shape
 * that have not the same {@link ResourcePath#canonical} spelling, neither contains the other. All but {@link #OTHER} are shapes of
 * items. Zeros before a number are none of its digits, decimal or hexadecimal: what is one number for an origin is one item.
 */
public enum SegmentShape {
    /** Decimal digits. */
    DIGITS,
    /** A UUID (RFC 9562 4), with or without variant and version. */
    UUID,
    /** A ULID: 26 characters of Crockford's Base32. */
    ULID,
    /** At least eight hexadecimal digits, one of them decimal and one not, such as the ids of documents and the hashes of content. */
    HEX,
    /** What a rule says is an item. */
    DECLARED,
    /** Anything else: it may be an item, a list, a search. */
    OTHER;

    private static final int UUID_LENGTH = 36;
    private static final int ULID_LENGTH = 26;
    private static final int MIN_HEX = 8;

    /** Returns the shape of a segment, in lower case as in a {@link ResourcePath}; never {@link #DECLARED}. */
    public static SegmentShape of(CharSequence segment) {
        return ofNumber(SegmentSpelling.withoutZeros(segment));
    }

    private static SegmentShape ofNumber(CharSequence segment) {
        int length = segment.length();
        int decimal = 0;
        int hexadecimal = 0;
        int hyphens = 0;
        int base32 = 0;
        for (int i = 0; i < length; i++) {
            char c = segment.charAt(i);
            decimal += isDecimal(c) ? 1 : 0;
            hexadecimal += isDecimal(c) || c >= 'a' && c <= 'f' ? 1 : 0;
            hyphens += c == '-' && isHyphenOfUuid(i) ? 1 : 0;
            base32 += isDecimal(c) || isLetterOfBase32(c) ? 1 : 0;
        }
        if (length > 0 && decimal == length) {
            return DIGITS;
        }
        if (length >= MIN_HEX && hexadecimal == length && decimal > 0) {
            return HEX;
        }
        if (length == UUID_LENGTH && hyphens == 4 && hexadecimal == UUID_LENGTH - 4) {
            return UUID;
        }
        return length == ULID_LENGTH && base32 == length && segment.charAt(0) <= '7' ? ULID : OTHER;
    }

    /**
     * Returns the shape of a segment under a rule.
     *
     * @param items what the rule says is an item
     */
    static SegmentShape of(CharSequence segment, SegmentGlobs items) {
        return items.matches(segment) ? DECLARED : of(segment);
    }

    private static boolean isDecimal(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHyphenOfUuid(int index) {
        return index == 8 || index == 13 || index == 18 || index == 23;
    }

    private static boolean isLetterOfBase32(char c) {
        return c >= 'a' && c <= 'z' && c != 'i' && c != 'l' && c != 'o' && c != 'u';
    }
}
