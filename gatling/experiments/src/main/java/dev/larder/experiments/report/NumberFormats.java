package dev.larder.experiments.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as text. */
public final class NumberFormats {

    private static final int DIGITS = 6;

    private NumberFormats() {}

    /** Without exponent and trailing zeros. */
    public static String plain(double value) {
        return new BigDecimal(value, new MathContext(DIGITS))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** With so many decimals. */
    public static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
