package dev.larder.insight.audit;

import java.util.Locale;

/** Names of pools as reports have them: without regard to case, as invalidation has them, and of bounded length. */
final class PoolNames {

    /** What stands for all pools beyond those that are told apart. */
    static final String OTHERS = "(others)";

    private static final int MOST = 100;

    private PoolNames() {}

    static String name(String pool) {
        String lower = pool.toLowerCase(Locale.ROOT);
        return lower.length() <= MOST ? lower : lower.substring(0, MOST);
    }
}
