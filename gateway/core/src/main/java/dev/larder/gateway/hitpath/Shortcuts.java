package dev.larder.gateway.hitpath;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** What requests come to, found out lately by others before them: as many shortcuts as fit into a few megabytes. */
final class Shortcuts {

    private static final int OVERHEAD = 400;

    private final Cache<Asked, Shortcut> shortcuts;

    /**
     * None yet.
     *
     * @param bytes that they may take, roughly
     */
    Shortcuts(long bytes) {
        shortcuts = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((Asked asked, Shortcut shortcut) ->
                        OVERHEAD + asked.length() + shortcut.precedent().key().length())
                .executor(Runnable::run)
                .build();
    }

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
