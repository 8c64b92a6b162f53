package dev.larder.compare;

import java.util.Locale;

/**
 * A size as people write it: {@code 100}, {@code 16k}, {@code 1m}; k and m are powers of 1024.
 *
 * @param octets of the body
 */
record BodySize(int octets) {

    private static final int KILO = 1024;

    static BodySize of(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        var digits = lower.replaceAll("[km]$", "");
        return new BodySize(Integer.parseInt(digits) * unit(lower));
    }

    private static int unit(String text) {
        if (text.endsWith("k")) {
            return KILO;
        }
        return text.endsWith("m") ? KILO * KILO : 1;
    }
}
