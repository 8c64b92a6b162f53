package dev.larder.invalidation;

import java.util.List;
import java.util.Locale;

/**
 * Patterns of segments of a {@link ResourcePath}: {@code *} stands for any characters, {@code ?} for one, {@code #} for one decimal
 * digit. Matched without recursion, in time that grows with the product of both lengths: segments are the clients' own.
 *
 * @param patterns in lower case, as segments are
 */
public record SegmentGlobs(List<String> patterns) {

    /** Matches nothing. */
    public static final SegmentGlobs NONE = new SegmentGlobs(List.of());

    public SegmentGlobs {
        patterns = patterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Returns whether one of the patterns matches the whole segment. */
    public boolean matches(CharSequence segment) {
        for (int i = 0; i < patterns.size(); i++) {
            if (matches(patterns.get(i), segment)) {
                return true;
            }
        }
        return false;
    }

    /** What follows the last star is tried at the next character whenever it does not match; earlier stars need no other try. */
    private static boolean matches(String pattern, CharSequence segment) {
        int next = 0;
        int at = 0;
        int afterStar = -1;
        int tried = 0;
        while (at < segment.length()) {
            if (next < pattern.length() && pattern.charAt(next) == '*') {
                afterStar = ++next;
                tried = at;
            } else if (next < pattern.length() && matches(pattern.charAt(next), segment.charAt(at))) {
                next++;
                at++;
            } else if (afterStar >= 0) {
                next = afterStar;
                at = ++tried;
            } else {
                return false;
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == '*') {
            next++;
        }
        return next == pattern.length();
    }

    private static boolean matches(char pattern, char found) {
        return switch (pattern) {
            case '?' -> true;
            case '#' -> found >= '0' && found <= '9';
            default -> pattern == found;
        };
    }
}
