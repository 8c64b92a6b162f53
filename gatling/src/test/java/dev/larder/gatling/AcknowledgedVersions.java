package dev.larder.gatling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Of each path, the latest version whose write has been answered: what every read that starts now must see. */
final class AcknowledgedVersions {

    /** No version is lower. */
    static final long UNKNOWN = -1;

    private final Map<String, Long> written = new ConcurrentHashMap<>();

    long floor(String path) {
        return written.getOrDefault(path, UNKNOWN);
    }

    void written(String path, long version) {
        written.merge(path, version, Math::max);
    }
}
