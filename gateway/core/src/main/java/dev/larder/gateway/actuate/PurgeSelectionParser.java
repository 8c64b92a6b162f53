package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.PurgeSelection.Kind;
import dev.larder.gateway.rule.PathPatterns;
import dev.larder.http.TargetEncoding;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPatternParser;

/** Parses selections of operators, and rejects invalid ones: purging other entries would be worse. */
final class PurgeSelectionParser {

    private static final int LONGEST = 8192;
    private static final String KINDS =
            Arrays.stream(Kind.values()).map(PurgeSelectionParser::word).collect(Collectors.joining(", "));

    private PurgeSelectionParser() {}

    /**
     * Returns the selection of this kind and value.
     *
     * @throws RefusedOperationException if there is no such kind, or the value is not valid for it
     */
    static PurgeSelection read(@Nullable String kind, @Nullable String value) {
        Kind known = kind(kind);
        if (known == Kind.EVERYTHING) {
            refuseUnless(value == null, "A purge of everything has no value; to purge less, name another kind.");
            return new PurgeSelection.Everything();
        }
        if (value == null || value.isBlank()) {
            throw RefusedOperationException.badRequest(
                    "The purge has no value. Write for example " + example(known) + ".");
        }
        refuseUnless(value.length() <= LONGEST, "The value has more than " + LONGEST + " characters.");
        return switch (known) {
            case URL -> new PurgeSelection.ByUrl(url(value));
            case TAG -> new PurgeSelection.ByTag(value.strip());
            case POOL -> new PurgeSelection.ByPool(value.strip());
            case PREFIX -> prefix(value);
            case PATTERN -> pattern(value);
            case EVERYTHING -> throw new IllegalStateException("has no value");
        };
    }

    /** Parses an absolute URL. */
    static URI url(String value) {
        URI url = parsed(value);
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        refuseUnless(
                http && url.getRawAuthority() != null && !url.getRawAuthority().isEmpty(),
                "The URL is not an absolute one by http or https. Write for example " + example(Kind.URL) + ".");
        refuseUnless(
                url.getRawFragment() == null && url.getRawUserInfo() == null,
                "The URL has a fragment or user information, which no stored response has.");
        return url;
    }

    /** Returns whether a soft purge is requested. */
    static boolean isSoft(@Nullable String value) {
        refuseUnless(
                value == null || value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false"),
                "The value of soft is neither true nor false.");
        return Boolean.parseBoolean(value);
    }

    /** Returns the word for a kind. */
    static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Kind kind(@Nullable String word) {
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(known -> word(known).equals(word))
                .findAny();
        return kind.orElseThrow(() -> RefusedOperationException.badRequest(
                "The kind of the purge is missing or unknown. Write one of: " + KINDS + "."));
    }

    private static URI parsed(String value) {
        try {
            return new URI(TargetEncoding.encoded(value));
        } catch (URISyntaxException malformed) {
            throw RefusedOperationException.badRequest(
                    "The URL is malformed. Write for example " + example(Kind.URL) + ".");
        }
    }

    private static PurgeSelection prefix(String value) {
        refuseUnlessPath(value, Kind.PREFIX);
        refuseUnless(
                value.indexOf('?') < 0 && value.indexOf('#') < 0,
                "A path prefix has neither query nor fragment: entries with any query are meant.");
        return new PurgeSelection.ByPrefix(value);
    }

    private static PurgeSelection pattern(String value) {
        refuseUnlessPath(value, Kind.PATTERN);
        PathPatterns.fault(value).ifPresent(why -> {
            throw RefusedOperationException.badRequest(
                    "The path pattern is malformed: " + why + ". Write for example " + example(Kind.PATTERN) + ".");
        });
        return new PurgeSelection.ByPattern(PathPatternParser.defaultInstance.parse(value));
    }

    private static void refuseUnlessPath(String value, Kind kind) {
        refuseUnless(value.startsWith("/"), "A path begins with a slash. Write for example " + example(kind) + ".");
    }

    private static void refuseUnless(boolean good, String detail) {
        if (!good) {
            throw RefusedOperationException.badRequest(detail);
        }
    }

    private static String example(Kind kind) {
        return switch (kind) {
            case URL -> "http://www.example.com/users/5?page=2";
            case TAG -> "product-5";
            case POOL -> "users";
            case PREFIX -> "/users/5";
            case PATTERN -> "/users/*/skills";
            case EVERYTHING -> "";
        };
    }
}
