package dev.larder.gateway.hitpath;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What requests come to, found out lately by others before them: as many shortcuts as fit into a few megabytes. */
final class Shortcuts<S> {

    private static final int OVERHEAD = 400;

    private final Cache<Asked, S> shortcuts;

    /**
     * None yet.
     *
     * @param bytes that they may take, roughly
     * @param length characters that one holds, beside what was asked for
     */
    Shortcuts(long bytes, ToIntFunction<S> length) {
        shortcuts = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((Asked asked, S shortcut) -> OVERHEAD + asked.length() + length.applyAsInt(shortcut))
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    S find(Asked asked) {
        return shortcuts.getIfPresent(asked);
    }

    void keep(Asked asked, S shortcut) {
        shortcuts.put(asked, shortcut);
    }

    void forgetAll() {
        shortcuts.invalidateAll();
    }
}
