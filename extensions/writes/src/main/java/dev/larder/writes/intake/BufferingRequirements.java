package dev.larder.writes.intake;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.RequestHead;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;

/** Checks whether the head of a request meets the requirements for buffering. Without side effects. */
final class BufferingRequirements {

    /** An Item whose bare item is a String, without parameters (RFC 9651 3.3.3), or the bare words that many clients send. */
    private static final Pattern KEY = Pattern.compile(
            "\"((?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\"\\\\]){1,255})\"|([\\x21\\x23-\\x7e]{1,255})");

    private BufferingRequirements() {}

    /** Returns why a request cannot be buffered, as far as its head shows. */
    static Optional<GatewayProblem> problem(RequestHead request, BufferedWriteRule rule) {
        if (Incremental.isWanted(request.fields())) {
            return Optional.of(GatewayProblem.INCREMENTAL_REFUSED);
        }
        List<String> lengths = request.fields().values("Content-Length");
        if (!lengths.isEmpty() && announced(request) > rule.maxLength()) {
            return Optional.of(tooLarge(rule));
        }
        String type = request.fields().combined("Content-Type");
        if (!rule.mediaTypes().isEmpty() && rule.mediaTypes().stream().noneMatch(each -> matchesRange(each, type))) {
            return Optional.of(unsupported("The Content-Type must be one of: "
                    + String.join(", ", rule.mediaTypes().stream().sorted().toList()) + "."));
        }
        if (rule.needsJson() && !request.fields().values("Content-Encoding").isEmpty()) {
            return Optional.of(unsupported("The content must be JSON without a Content-Encoding."));
        }
        List<String> keys = request.fields().values("Idempotency-Key");
        return keys.isEmpty() || (keys.size() == 1 && key(request).isPresent())
                ? Optional.empty()
                : Optional.of(new GatewayProblem(
                        HttpStatus.BAD_REQUEST, "The Idempotency-Key must be one string of 1 to 255 characters."));
    }

    static GatewayProblem tooLarge(BufferedWriteRule rule) {
        return new GatewayProblem(
                HttpStatus.CONTENT_TOO_LARGE,
                "The content is longer than " + rule.maxLength() + " bytes, the limit of this route.");
    }

    private static GatewayProblem unsupported(String detail) {
        return new GatewayProblem(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail);
    }

    /** Returns the announced length; 0 if there is none. */
    static long announced(RequestHead request) {
        try {
            return request.fields().values("Content-Length").stream()
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(0);
        } catch (NumberFormatException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** Returns the key under which the client repeats the request. */
    static Optional<String> key(RequestHead request) {
        return request.fields().values("Idempotency-Key").stream()
                .map(value -> KEY.matcher(value.strip()))
                .filter(Matcher::matches)
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .findFirst();
    }

    /** Whether a media range such as text/* includes a Content-Type. */
    private static boolean matchesRange(String range, String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        return range.equals("*/*")
                || range.equals(type)
                || (range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1)))
                || (range.contains("/*+")
                        && type.startsWith(range.substring(0, range.indexOf('*')))
                        && type.endsWith(range.substring(range.indexOf('+'))));
    }
}
