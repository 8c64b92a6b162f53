package dev.larder.warmup.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.warmup.WarmUpTarget;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Requests of the gateway to itself after its start, which fill the store before clients ask.
 *
 * @param from what lists the targets
 * @param host Authority that clients name, such as shop.example, for targets of which the source does not say it.
 * @param headers Fields of the requests, such as Accept-Encoding: gzip, where they select what clients get.
 * @param maxRate Maximum number of requests per second: the share of what the origin can bear that the warm-up may take.
 * @param maxConcurrency Maximum number of requests at a time: the share of the workers of the origin that the warm-up may take.
 * @param maxTargets Maximum number of requests; the first targets of the sources are requested.
 * @param readinessTimeout Maximum time that the readiness of the gateway waits for the end of the warm-up; zero to be ready at once.
 */
@ConfigurationProperties("larder.warm-up")
public record WarmUpProperties(
        @DefaultValue @NestedConfigurationProperty From from,
        @DefaultValue("") String host,
        @DefaultValue List<String> headers,
        @DefaultValue("20") int maxRate,
        @DefaultValue("4") int maxConcurrency,
        @DefaultValue("10000") int maxTargets,
        @DefaultValue("0s") Duration readinessTimeout) {

    private static final String PREFIX = "larder.warm-up.";
    private static final int MAX_RATE = 10_000;
    private static final int MAX_CONCURRENCY = 100;
    private static final int MAX_TARGETS = 1_000_000;

    /** What one user gets, a part, or a message that the client of the warm-up frames itself. */
    private static final Set<String> REFUSED = Set.of(
            "authorization",
            "cache-control",
            "connection",
            "content-length",
            "cookie",
            "expect",
            "host",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "pragma",
            "proxy-authorization",
            "range",
            "te",
            "transfer-encoding",
            "upgrade");

    private static final Set<String> HTTP = Set.of("http", "https");

    private static final Pattern FIELD =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?)");
    private static final Pattern AUTHORITY =
            Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    public WarmUpProperties {
        headers = List.copyOf(headers);
        PropertyChecks.that(
                host.isEmpty() || AUTHORITY.matcher(host).matches(),
                PREFIX + "host",
                host,
                "it is no host with or without a port, as clients name it in the field Host",
                "shop.example, or localhost:8080");
        PropertyChecks.that(
                !host.isEmpty() || (from.accessLog() == null && !isPath(from.sitemap())),
                PREFIX + "host",
                host,
                "neither an access log nor a path says what host clients name, which is part of the key",
                "shop.example");
        Set<String> names = new HashSet<>();
        headers.forEach(line -> requireField(line, names));
        between(maxRate, MAX_RATE, "max-rate", "20");
        between(maxConcurrency, MAX_CONCURRENCY, "max-concurrency", "4");
        between(maxTargets, MAX_TARGETS, "max-targets", "10000");
        PropertyChecks.that(
                !readinessTimeout.isNegative(),
                PREFIX + "readiness-timeout",
                readinessTimeout,
                "a time to wait is not negative",
                "60s");
    }

    /**
     * What lists the targets.
     *
     * @param list File with one path or URL in each line.
     * @param accessLog Access log in the Common or Combined Log Format, whose most frequent targets are requested.
     * @param peer URL of the actuator endpoint of another gateway, such as http://10.0.0.2:9090/actuator/larder, whose hottest
     *     entries are requested.
     * @param peerTokenFile File with the token that the peer demands of operators.
     * @param sitemap Sitemap or index of sitemaps: a file: URL, or a path or URL that the gateway itself is asked for.
     */
    public record From(
            @Nullable Path list,
            @Nullable Path accessLog,
            @Nullable URI peer,
            @Nullable Path peerTokenFile,
            @Nullable String sitemap) {

        public From {
            PropertyChecks.that(
                    peer == null
                            || (peer.getHost() != null
                                    && peer.getUserInfo() == null
                                    && peer.getQuery() == null
                                    && HTTP.contains(peer.getScheme())),
                    PREFIX + "from.peer",
                    peer,
                    "it is no http URL of an actuator endpoint",
                    "http://10.0.0.2:9090/actuator/larder");
            PropertyChecks.that(
                    peer != null || peerTokenFile == null,
                    PREFIX + "from.peer-token-file",
                    peerTokenFile,
                    "there is no peer that the token is for",
                    PREFIX + "from.peer beside it");
            PropertyChecks.that(
                    sitemap == null
                            || sitemap.startsWith("file:/")
                            || WarmUpTarget.parse(sitemap).isPresent(),
                    PREFIX + "from.sitemap",
                    sitemap,
                    "it is neither a file: URL nor a path or http URL",
                    "https://shop.example/sitemap.xml, or file:/etc/larder/sitemap.xml");
        }
    }

    private static boolean isPath(@Nullable String sitemap) {
        return sitemap != null && sitemap.startsWith("/");
    }

    /** Returns the fields of the requests by name. */
    Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        headers.forEach(line -> {
            Matcher field = FIELD.matcher(line);
            if (field.matches()) {
                fields.put(field.group(1), field.group(2));
            }
        });
        return fields;
    }

    private static void requireField(String line, Set<String> names) {
        Matcher field = FIELD.matcher(line);
        PropertyChecks.that(
                field.matches(),
                PREFIX + "headers",
                line,
                "it is no header field with a name, a colon and a value",
                "Accept-Encoding: gzip");
        String name = field.group(1).toLowerCase(Locale.ROOT);
        PropertyChecks.that(
                names.add(name),
                PREFIX + "headers",
                field.group(1),
                "it is there twice, and a request has each field once",
                "one line with all values, such as Accept-Language: de, en");
        PropertyChecks.that(
                !REFUSED.contains(name),
                PREFIX + "headers",
                field.group(1),
                "the warm-up asks for whole responses that every client may have",
                "fields that select variants, such as Accept-Encoding: gzip");
    }

    private static void between(int value, int most, String name, String instead) {
        PropertyChecks.that(value >= 1 && value <= most, PREFIX + name, value, "it is between 1 and " + most, instead);
    }
}
