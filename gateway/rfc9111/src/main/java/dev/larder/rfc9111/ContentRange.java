package dev.larder.rfc9111;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RFC 9110 14.4: Content-Range.
 *
 * @param range the enclosed part
 * @param completeLength octets of the whole representation
 */
record ContentRange(ByteRange range, long completeLength) {

    private static final Pattern COMPLETE = Pattern.compile("bytes \\*/(?<length>\\d{1,18})");
    private static final Pattern BYTES =
            Pattern.compile("bytes (?<first>\\d{1,18})-(?<last>\\d{1,18})/(?<length>\\d{1,18})");

    /** Returns a response's range; empty if the field is missing, repeated, malformed or of unknown complete length. */
    static Optional<ContentRange> of(HeaderFields response) {
        List<String> values = response.values("Content-Range");
        if (values.size() != 1) {
            return Optional.empty();
        }
        Matcher parts = BYTES.matcher(values.get(0).strip().toLowerCase(Locale.ROOT));
        return parts.matches() ? of(parts).filter(ContentRange::isValid) : Optional.empty();
    }

    /** Returns the value for a response that encloses no range, with the complete length. */
    static String unsatisfied(long length) {
        return "bytes */" + length;
    }

    /** Returns the complete length that {@link #unsatisfied} states. */
    static Optional<Long> completeLength(HeaderFields response) {
        Matcher parts = COMPLETE.matcher(response.combined("Content-Range"));
        return parts.matches() ? Optional.of(Long.parseLong(parts.group("length"))) : Optional.empty();
    }

    /** Returns the field value. */
    @Override
    public String toString() {
        return "bytes " + range.first() + "-" + range.last() + "/" + completeLength;
    }

    private static Optional<ContentRange> of(Matcher parts) {
        var range = new ByteRange(Long.parseLong(parts.group("first")), Long.parseLong(parts.group("last")));
        return Optional.of(new ContentRange(range, Long.parseLong(parts.group("length"))));
    }

    private boolean isValid() {
        return range.first() <= range.last() && range.last() < completeLength;
    }
}
