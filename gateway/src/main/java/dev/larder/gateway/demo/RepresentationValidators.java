package dev.larder.gateway.demo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * RFC 9110 8.8 and 13: the validators of one representation and what a request's conditions make of them.
 *
 * <p>Shares no parser with the gateway: an origin that had the cache's faults would hide them.
 */
record RepresentationValidators(String entityTag, Instant lastModified) {

    /** A strong entity tag from the content itself, so that a restart never gives an old tag to new content. */
    static RepresentationValidators of(String content, Instant modified) {
        return new RepresentationValidators(
                '"' + HexFormat.of().formatHex(sha256(content), 0, 8) + '"', modified.truncatedTo(ChronoUnit.SECONDS));
    }

    /** The status that ends the request before its method is performed (13.2.2), or empty to go on. */
    Optional<Integer> judge(DemoRequest request) {
        if (request.field("If-Match").filter(tags -> !matchesAny(tags, false)).isPresent()) {
            return Optional.of(412);
        }
        var ifNoneMatch = request.field("If-None-Match");
        if (ifNoneMatch.isPresent()) {
            return matchesAny(ifNoneMatch.get(), true)
                    ? Optional.of(request.isGetOrHead() ? 304 : 412)
                    : Optional.empty();
        }
        return request.isGetOrHead() && isNotModifiedSince(request) ? Optional.of(304) : Optional.empty();
    }

    private boolean isNotModifiedSince(DemoRequest request) {
        return request.field("If-Modified-Since")
                .flatMap(DemoHttpDates::parse)
                .filter(since -> !lastModified.isAfter(since))
                .isPresent();
    }

    /** Our tags hold no comma, so splitting there finds ours in any list. */
    private boolean matchesAny(String tags, boolean weakly) {
        return tags.strip().equals("*")
                || Arrays.stream(tags.split(","))
                        .map(String::strip)
                        .map(tag -> weakly && tag.startsWith("W/") ? tag.substring(2) : tag)
                        .anyMatch(entityTag::equals);
    }

    private static byte[] sha256(String content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
