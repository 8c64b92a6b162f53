package dev.larder.rfc9111;

import java.util.OptionalLong;

/** {@code 1*DIGIT}, of any length. */
final class DigitParser {

    private DigitParser() {}

    /**
     * The number, or nothing if it is none.
     *
     * @param most what greater numbers count as; far below the end of a long
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
