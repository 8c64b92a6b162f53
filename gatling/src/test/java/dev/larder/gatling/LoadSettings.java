package dev.larder.gatling;

import java.net.URI;
import java.time.Duration;
import java.util.function.Function;

/**
 * What a run is told by system properties.
 *
 * @param baseUrl {@code baseUrl}: where the gateway answers
 * @param users {@code users}: clients that each send one request after another
 * @param duration {@code duration}: how long they do so, in seconds
 * @param writeShare {@code writeShare}: percentage of requests that are writes
 * @param seed {@code seed}: start of the random choices; equal seeds choose alike
 */
record LoadSettings(URI baseUrl, int users, Duration duration, double writeShare, long seed) {

    LoadSettings {
        require(baseUrl.getHost() != null, "baseUrl must be an absolute URL with a host", baseUrl);
        require(users > 0, "users must be at least 1", users);
        require(duration.toSeconds() > 0, "duration must be at least 1 second", duration);
        require(writeShare >= 0 && writeShare < 100, "writeShare must be at least 0 and below 100", writeShare);
    }

    static LoadSettings fromSystemProperties() {
        return new LoadSettings(
                read("baseUrl", "http://127.0.0.1:8080", URI::create),
                read("users", "20", Integer::valueOf),
                Duration.ofSeconds(read("duration", "10", Long::valueOf)),
                read("writeShare", "1", Double::valueOf),
                read("seed", "1", Long::valueOf));
    }

    private static <T> T read(String name, String otherwise, Function<String, T> parse) {
        var value = System.getProperty(name, otherwise);
        try {
            return parse.apply(value);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(name + " cannot be read: " + value, malformed);
        }
    }

    private static void require(boolean holds, String what, Object was) {
        if (!holds) {
            throw new IllegalArgumentException(what + ", was " + was);
        }
    }
}
