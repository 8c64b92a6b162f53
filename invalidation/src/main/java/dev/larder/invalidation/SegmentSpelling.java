package dev.larder.invalidation;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One spelling for each item. Origins read numbers and UUIDs from segments, and most are lenient: {@code 7}, {@code 007}, {@code +7}
 * and {@code 0x7} are one number for what Spring converts, {@code 1-2-3-4-5} is a UUID for the JDK. Two items that get one spelling
 * by mistake are invalidated together; two spellings of one item would not be.
 */
final class SegmentSpelling {

    private static final int[] GROUPS_OF_UUID = {8, 4, 4, 4, 12};
    private static final int LONGEST_UUID = 36;
    private static final int LENGTH_OF_ULID = 26;
    private static final int LONGEST_HEX_LITERAL = 15;
    private static final int ASCII = 128;
    private static final String URN = "urn:uuid:";

    /** Long enough for 64 bits. */
    private static final Pattern OCTAL = Pattern.compile("0o?[0-7]{1,30}");

    private static final int BASE_OF_OCTAL = 8;

    private SegmentSpelling() {}

    /** Returns the canonical spelling of a segment, which is in lower case; most are canonical. */
    static String canonical(String segment) {
        if (segment.isEmpty() || isPlain(segment)) {
            return segment;
        }
        String number = number(segment);
        return number.isEmpty()
                ? segment
                : ulid(withoutZeros(uuid(withoutZeros(literal(number)).toString()))
                        .toString());
    }

    /**
     * Returns the decimal digits of a segment that {@code Long.decode} and C's {@code strtol} with base 0 read as an octal number: it
     * begins with a zero. Any other segment is returned as it is.
     */
    static String octal(String segment) {
        if (segment.isEmpty() || isPlain(segment)) {
            return segment;
        }
        String number = number(segment);
        return OCTAL.matcher(number).matches()
                ? new BigInteger(number.replace('o', '0'), BASE_OF_OCTAL).toString()
                : segment;
    }

    private static String number(String segment) {
        String plain = unwrapped(digits(segment));
        return plain.startsWith("+") ? plain.substring(1) : plain;
    }

    /** Returns whether all is done, as for most segments: letters and digits, and hyphens that are not those of a UUID. */
    private static boolean isPlain(String segment) {
        int hyphens = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '-') {
                hyphens++;
            } else if (!(c >= '1' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' || c == '.' || c == '0' && i > 0)) {
                return false;
            }
        }
        return hyphens < GROUPS_OF_UUID.length - 1 && segment.length() != LENGTH_OF_ULID;
    }

    /** Returns a segment without white space, with ASCII digits. */
    private static String digits(String segment) {
        var text = new StringBuilder(segment.length());
        segment.codePoints().forEach(c -> {
            int digit = c < ASCII ? -1 : Character.digit(c, 10);
            if (digit >= 0) {
                text.append((char) ('0' + digit));
            } else if (!Character.isWhitespace(c) && !Character.isSpaceChar(c)) {
                text.appendCodePoint(c);
            }
        });
        return text.toString();
    }

    private static String unwrapped(String segment) {
        boolean wrapped =
                segment.startsWith("{") && segment.endsWith("}") || segment.startsWith("(") && segment.endsWith(")");
        String inner = wrapped ? segment.substring(1, Math.max(1, segment.length() - 1)) : segment;
        return inner.startsWith(URN) ? inner.substring(URN.length()) : inner;
    }

    /** Returns a number as in {@code Long.decode} by its decimal digits. */
    private static String literal(String segment) {
        int prefix = segment.startsWith("0x") ? 2 : segment.startsWith("#") ? 1 : 0;
        CharSequence digits = prefix == 0 ? "" : withoutZeros(segment.substring(prefix));
        return digits.length() > 0 && digits.length() <= LONGEST_HEX_LITERAL && isHex(digits)
                ? Long.toString(Long.parseLong(digits.toString(), 16))
                : segment;
    }

    /** Returns decimal or hexadecimal digits without zeros before them, and any other text as it is. */
    static CharSequence withoutZeros(CharSequence segment) {
        int length = segment.length();
        if (length < 2 || segment.charAt(0) != '0' || !isHex(segment)) {
            return segment;
        }
        int zeros = 1;
        while (zeros < length - 1 && segment.charAt(zeros) == '0') {
            zeros++;
        }
        return segment.subSequence(zeros, length);
    }

    private static boolean isHex(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }

    /** Returns a UUID by its hexadecimal digits alone, with all zeros of its groups, as {@code UUID.fromString} reads it. */
    private static String uuid(String segment) {
        String[] groups = segment.split("-", -1);
        if (groups.length != GROUPS_OF_UUID.length || segment.length() > LONGEST_UUID) {
            return segment;
        }
        var whole = new StringBuilder(LONGEST_UUID);
        for (int i = 0; i < groups.length; i++) {
            String group = groups[i];
            if (group.isEmpty() || !isHex(group)) {
                return segment;
            }
            String padded = "0".repeat(GROUPS_OF_UUID[i]) + group;
            whole.append(padded, group.length(), padded.length());
        }
        return whole.toString();
    }

    /** Returns a ULID with the digits that Crockford's Base32 reads for letters that look like them. */
    private static String ulid(String segment) {
        return segment.length() == LENGTH_OF_ULID
                ? segment.toLowerCase(Locale.ROOT)
                        .replace('i', '1')
                        .replace('l', '1')
                        .replace('o', '0')
                : segment;
    }
}
