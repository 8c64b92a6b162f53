package dev.larder.soak.origin;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which version each resource has, and which its readers must see. Only what was written takes room. */
public final class ResourceVersions {

    private static final long FIRST = 1;

    private final Map<String, Long> versions = new ConcurrentHashMap<>();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

    /** The version that a resource has now. */
    public long version(String path) {
        return versions.getOrDefault(path, FIRST);
    }

    /** Writes; the version that it has now. */
    long write(String path) {
        return versions.merge(path, FIRST + 1, (before, any) -> before + 1);
    }

    /** The answer to a write has arrived: who reads from now on must see that version or a later one. */
    public void acknowledge(String path, long version) {
        acknowledged.merge(path, version, Math::max);
    }

    /** The least version that a read which begins now may show. */
    public long least(String path) {
        return acknowledged.getOrDefault(path, FIRST);
    }
}
