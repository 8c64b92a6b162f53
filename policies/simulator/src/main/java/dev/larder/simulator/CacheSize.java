package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a cache, as {@code 1000}, {@code 1.5MB} or {@code 10%} of all objects' bytes. KB, MB, GB are powers of 1,000;
 * KiB, MiB, GiB of 1,024.
 */
record CacheSize(BigDecimal number, boolean isPercentage) {

    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmg]i?b|b|%)?");
    private static final Map<String, Long> UNITS = Map.of(
            "b",
            1L,
            "kb",
            1_000L,
            "mb",
            1_000_000L,
            "gb",
            1_000_000_000L,
            "kib",
            1L << 10,
            "mib",
            1L << 20,
            "gib",
            1L << 30);

    /** @throws IllegalArgumentException if the text is not a size */
    static CacheSize parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "expected bytes, KB, MB, GB, KiB, MiB, GiB or % instead of \"" + text + '"');
        }
        var number = new BigDecimal(form.group(1));
        String unit = form.group(2) == null ? "b" : form.group(2);
        return unit.equals("%")
                ? new CacheSize(number, true)
                : new CacheSize(number.multiply(BigDecimal.valueOf(requireNonNull(UNITS.get(unit)))), false);
    }

    /** Returns the size in bytes, given the total bytes of all objects. */
    long bytes(long footprint) {
        return (isPercentage ? number.multiply(BigDecimal.valueOf(footprint)).movePointLeft(2) : number)
                .setScale(0, RoundingMode.DOWN)
                .longValue();
    }
}
