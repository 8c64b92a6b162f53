package dev.larder.insight.audit;

import java.util.Locale;

/** Pool names in reports: case-insensitive, as in invalidation, and of bounded length. */
final class PoolNames {

    /** Stands for all pools beyond the limit. */
    static final String OTHERS = "(others)";

    private static final int MOST = 100;

    private PoolNames() {}

    static String name(String pool) {
        String lower = pool.toLowerCase(Locale.ROOT);
        return lower.length() <= MOST ? lower : lower.substring(0, MOST);
    }
}
