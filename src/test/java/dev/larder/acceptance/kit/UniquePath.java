package dev.larder.acceptance.kit;

import java.util.concurrent.atomic.AtomicInteger;

/** Gives each case a URL of its own, in a first path segment of its own. */
public final class UniquePath {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private UniquePath() {}

    /** A path nobody else uses, such as {@code /c17/item}. */
    public static String next() {
        return "/c" + NEXT.incrementAndGet() + "/item";
    }
}
