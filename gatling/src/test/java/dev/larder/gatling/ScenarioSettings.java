package dev.larder.gatling;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a run is told by system properties: each is read by name, with the default of the scenario that reads it. */
final class ScenarioSettings {

    private final Function<String, @Nullable String> source;
    private final Map<String, Object> read = new LinkedHashMap<>();

    ScenarioSettings(Function<String, @Nullable String> source) {
        this.source = source;
    }

    static ScenarioSettings ofSystem() {
        return new ScenarioSettings(System::getProperty);
    }

    /** Where the gateway answers. */
    URI baseUrl() {
        return url("baseUrl", "http://127.0.0.1:8080");
    }

    /** Clients, each with a connection of its own. */
    int users(int otherwise) {
        return (int) whole("users", otherwise, 1, 100_000);
    }

    /** Requests of all clients together. */
    long requests(long otherwise) {
        return whole("requests", otherwise, 1, Long.MAX_VALUE);
    }

    /** The longest that a scenario sends requests. */
    Duration duration(long seconds) {
        return Duration.ofSeconds(whole("duration", seconds, 1, 1_000_000));
    }

    /** Reads, in percent of the requests. */
    double mix(double otherwise) {
        return decimal("mix", otherwise, 100);
    }

    /** The exponent of Zipf's law. */
    double skew() {
        return decimal("skew", 0.99, 10);
    }

    long seed() {
        return whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Bytes of a body. */
    long size(long otherwise) {
        return whole("size", otherwise, 1, 1L << 30);
    }

    long whole(String name, long otherwise, long least, long most) {
        return keep(
                name, value(name).map(text -> parsed(name, text, least, most)).orElse(otherwise));
    }

    double decimal(String name, double otherwise, double most) {
        return keep(name, value(name).map(text -> parsed(name, text, most)).orElse(otherwise));
    }

    String text(String name, String otherwise) {
        return keep(name, value(name).orElse(otherwise));
    }

    String oneOf(String name, List<String> values) {
        var text = text(name, values.get(0));
        if (!values.contains(text)) {
            throw new InvalidSettingException(name, text, "one of " + values, values.get(0));
        }
        return text;
    }

    /** An absolute path of the server's. */
    String path(String name, String otherwise) {
        var path = text(name, otherwise);
        if (!path.startsWith("/") || path.contains(" ")) {
            throw new InvalidSettingException(name, path, "a path that begins with /", otherwise);
        }
        return path;
    }

    URI url(String name, String otherwise) {
        return url(name).orElseGet(() -> keep(name, URI.create(otherwise)));
    }

    Optional<URI> url(String name) {
        return value(name).map(text -> keep(name, parsedUrl(name, text)));
    }

    URI requiredUrl(String name, String example) {
        return url(name).orElseThrow(() -> new InvalidSettingException(name, "", "a URL", example));
    }

    Optional<Path> file(String name) {
        return value(name).map(text -> keep(name, readable(name, text)));
    }

    /** Every setting that was read, with its value. */
    @Override
    public String toString() {
        return read.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(source.apply(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private <T> T keep(String name, T value) {
        read.put(name, value);
        return value;
    }

    private static long parsed(String name, String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            throw outOf(name, text, "a whole number", malformed);
        }
        throw new InvalidSettingException(
                name, text, "a whole number between " + least + " and " + most, String.valueOf(Math.max(least, 10)));
    }

    private static double parsed(String name, String text, double most) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            throw outOf(name, text, "a number", malformed);
        }
        throw new InvalidSettingException(name, text, "a number between 0 and " + (long) most, "1");
    }

    private static URI parsedUrl(String name, String text) {
        var expected = "a URL with scheme and host and without a path";
        try {
            var url = URI.create(text);
            boolean bare = url.getPath() == null || url.getPath().isEmpty();
            if (url.getHost() != null && bare && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException malformed) {
            throw outOf(name, text, expected, malformed);
        }
        throw new InvalidSettingException(name, text, expected, "http://127.0.0.1:8080");
    }

    private static Path readable(String name, String text) {
        var file = Path.of(text).toAbsolutePath();
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InvalidSettingException(
                    name, text, "a file that can be read, and " + file + " is none", "/var/log/nginx/access.log");
        }
        return file;
    }

    private static InvalidSettingException outOf(String name, String text, String expected, Exception cause) {
        var invalid = new InvalidSettingException(
                name, text, expected, name.endsWith("Url") ? "http://127.0.0.1:8080" : "10");
        invalid.initCause(cause);
        return invalid;
    }
}
