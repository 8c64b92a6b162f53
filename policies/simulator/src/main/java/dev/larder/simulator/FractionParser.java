package dev.larder.simulator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses fractions such as {@code 0.1%} or {@code 0.001}. */
final class FractionParser {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(%)?");
    private static final double PERCENT = 100;

    private FractionParser() {}

    /** @throws IllegalArgumentException if the text is not a fraction */
    static double parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("expected a part such as 0.1% or 0.001 instead of \"" + text + '"');
        }
        double number = Double.parseDouble(form.group(1));
        return form.group(2) == null ? number : number / PERCENT;
    }
}
