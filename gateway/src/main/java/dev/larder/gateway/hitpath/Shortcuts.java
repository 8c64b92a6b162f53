package dev.larder.gateway.hitpath;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** The shortcuts found out lately, as many as fit into a few megabytes. */
final class Shortcuts {

    private static final long BYTES = 16L << 20;
    private static final int OVERHEAD = 400;

    private final Cache<Asked, Shortcut> shortcuts = Caffeine.newBuilder()
            .maximumWeight(BYTES)
            .weigher((Asked asked, Shortcut shortcut) ->
                    OVERHEAD + asked.length() + shortcut.precedent().key().length())
            .executor(Runnable::run)
            .build();

    @Nullable
    Shortcut find(Asked asked) {
        return shortcuts.getIfPresent(asked);
    }

    void keep(Asked asked, Shortcut shortcut) {
        shortcuts.put(asked, shortcut);
    }

    void forgetAll() {
        shortcuts.invalidateAll();
    }
}
