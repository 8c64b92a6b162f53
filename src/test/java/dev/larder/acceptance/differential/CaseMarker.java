package dev.larder.acceptance.differential;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A word in a request that tells which case it belongs to; one that was changed on the way tells nothing. */
final class CaseMarker {

    /** Field that has the word too, as targets are changed. */
    static final String FIELD = "X-Case";

    /** Where the word stands in octets that have not been sent yet. */
    static final String PLACE = "MARK";

    private static final Pattern WORD = Pattern.compile("k([0-9]{1,9})z([0-9]{1,4})y");
    private static final int PRIME = 9_973;
    private static final long FACTOR = 7_919;

    private CaseMarker() {}

    /** Whether octets that have not been sent yet have its place before the first empty line that anybody may see in them. */
    static boolean isInHead(String octets) {
        return octets.strip().split("\n\r?\n", 2)[0].contains(PLACE);
    }

    /** The word of that case. */
    static String of(int number) {
        return "k" + number + "z" + check(number) + "y";
    }

    /** The case that the first word of a text belongs to. */
    static OptionalInt in(String text) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            int number = Integer.parseInt(word.group(1));
            if (check(number) == Integer.parseInt(word.group(2))) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    private static long check(int number) {
        return number * FACTOR % PRIME;
    }
}
