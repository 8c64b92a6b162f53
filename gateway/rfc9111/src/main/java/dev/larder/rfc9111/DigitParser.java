package dev.larder.rfc9111;

import java.util.OptionalLong;

/** Parses {@code 1*DIGIT} of any length. */
final class DigitParser {

    private DigitParser() {}

    /**
     * Returns the number; empty if the text is not one.
     *
     * @param most value of all greater numbers; far below the maximum of a long
     */
    static OptionalLong parse(String text, long most) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            number = Math.min(most, number * 10 + digit - '0');
        }
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
