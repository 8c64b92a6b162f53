package dev.larder.gateway.filter;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * RFC 8785 3.2.2.3: numbers as ECMAScript (ECMA-262 6.1.6.1.20) writes them: the shortest decimal that is read as the same
 * double, and of several the one next to it.
 */
final class EcmaScriptNumber {

    private static final int MAX_DIGITS = 17;

    /** Two decimals of at most this many digits never are the same double, so each is the shortest of its own. */
    private static final int CERTAIN_DIGITS = 15;

    /** Well within the doubles that have their full precision. */
    private static final int MAX_EXPONENT = 290;

    /** The exact value of a double beyond has hundreds of digits. */
    private static final int MAX_LONG_EXPONENT = 30;

    private static final int PLAIN_UP_TO = 21;
    private static final int PLAIN_FROM = -6;

    /** Longer literals are no numbers that a program has written from a double. */
    private static final int MAX_LITERAL = 64;

    private EcmaScriptNumber() {}

    /**
     * Returns a JSON number in this form; empty if that would be another number, because no double has exactly this value as its
     * shortest decimal. Numbers that are very large, very small or long may be left out, too.
     */
    static Optional<String> canonical(String literal) {
        if (literal.length() > MAX_LITERAL) {
            return Optional.empty();
        }
        BigDecimal decimal;
        try {
            decimal = new BigDecimal(literal).stripTrailingZeros();
        } catch (NumberFormatException exponent) {
            return Optional.empty();
        }
        int point = decimal.precision() - decimal.scale();
        if (decimal.signum() == 0) {
            return Optional.of("0");
        }
        if (decimal.precision() <= CERTAIN_DIGITS && Math.abs(point) <= MAX_EXPONENT) {
            return Optional.of(
                    signed(decimal.signum() < 0, decimal.unscaledValue().abs().toString(), point));
        }
        if (decimal.precision() > MAX_DIGITS || Math.abs(point) > MAX_LONG_EXPONENT) {
            return Optional.empty();
        }
        String text = format(decimal.doubleValue());
        return new BigDecimal(text).compareTo(decimal) == 0 ? Optional.of(text) : Optional.empty();
    }

    /** Returns the text of a finite number. */
    static String format(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal shortest = shortest(new BigDecimal(Math.abs(value)), Math.abs(value));
        return signed(value < 0, shortest.unscaledValue().toString(), shortest.precision() - shortest.scale());
    }

    private static String signed(boolean negative, String digits, int point) {
        return negative ? "-" + layOut(digits, point) : layOut(digits, point);
    }

    private static BigDecimal shortest(BigDecimal exact, double value) {
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            BigDecimal other = nearest.equals(below) ? above : below;
            if (nearest.doubleValue() == value) {
                return nearest.stripTrailingZeros();
            }
            if (other.doubleValue() == value) {
                return other.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
    }

    /**
     * @param digits the significant digits
     * @param point where the decimal point is, counted from the first of them
     */
    private static String layOut(String digits, int point) {
        int length = digits.length();
        if (length <= point && point <= PLAIN_UP_TO) {
            return digits + "0".repeat(point - length);
        }
        if (0 < point && point <= PLAIN_UP_TO) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (PLAIN_FROM < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String fraction = length == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
