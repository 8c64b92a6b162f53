package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Range of a content of some length, what is answered, and a Content-Range. */
public final class RangeFuzz {

    private static final Instant NOW = Instant.parse("2026-11-23T04:05:06Z");
    private static final URI TARGET = URI.create("http://origin.test/a");
    private static final Pattern SINGLE = Pattern.compile("(?i)bytes=[ \\t,]*+([0-9]*+)-([0-9]*+)[ \\t,]*+");
    private static final long LONGEST = 1L << 40;
    private static final int MOST = 16;

    private RangeFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String range = input.line();
        String digits = input.line();
        long length = digits.matches("[0-9]{1,12}") ? Long.parseLong(digits) % LONGEST : digits.length();
        HeaderFields fields = HeaderFields.of("Range", range);
        Optional<List<ByteRange>> ranges = ByteRanges.of(fields, length);
        ranges.ifPresent(all -> all.forEach(one -> FuzzAssertions.hold(
                0 <= one.first() && one.first() <= one.last() && one.last() < length, () -> one + " of " + length)));
        FuzzAssertions.hold(ranges.orElse(List.of()).size() <= MOST, () -> range);
        Matcher single = SINGLE.matcher(range.strip());
        if (single.matches()) {
            FuzzAssertions.equal(ranges, model(single, length), () -> range + " of " + length);
        }
        isAnswered(fields, ranges, length);
        ContentRange.of(HeaderFields.of("Content-Range", input.line())).ifPresent(RangeFuzz::isWrittenAsItIsRead);
    }

    /** RFC 9110 14.1.2, in whole numbers without end. */
    private static Optional<List<ByteRange>> model(Matcher parts, long length) {
        boolean suffix = parts.group(1).isEmpty();
        boolean open = parts.group(2).isEmpty();
        if (suffix && open) {
            return Optional.empty();
        }
        BigInteger end = BigInteger.valueOf(length);
        BigInteger first = suffix
                ? end.subtract(new BigInteger(parts.group(2))).max(BigInteger.ZERO)
                : new BigInteger(parts.group(1));
        if (!suffix && !open && first.compareTo(new BigInteger(parts.group(2))) > 0) {
            return Optional.empty();
        }
        BigInteger last = suffix || open ? end : new BigInteger(parts.group(2)).add(BigInteger.ONE);
        return Optional.of(
                first.compareTo(end) < 0
                        ? List.of(new ByteRange(first.longValue(), last.min(end).longValue() - 1))
                        : List.of());
    }

    private static void isAnswered(HeaderFields fields, Optional<List<ByteRange>> ranges, long length) {
        StoredResponse stored = StoredResponse.restore(
                new ResponseHead(200, HeaderFields.of("Content-Type", "text/plain")),
                Map.of(),
                () -> length,
                NOW,
                Duration.ZERO,
                Duration.ofHours(1));
        ConstructedResponse answer =
                ResponseConstruction.construct(new RequestHead("GET", TARGET, fields), stored, NOW);
        int status = ranges.isEmpty() ? 200 : ranges.get().isEmpty() ? 416 : 206;
        FuzzAssertions.equal(answer.head().status(), status, fields::toString);
        FuzzAssertions.equal(
                answer.head().fields().combined("Content-Length"),
                Long.toString(octets(answer, length)),
                () -> fields + " of " + length);
        if (answer instanceof ConstructedResponse.Part part) {
            ContentRange said = ContentRange.of(part.head().fields()).orElseThrow();
            FuzzAssertions.equal(said, new ContentRange(part.range(), length), fields::toString);
        }
    }

    private static long octets(ConstructedResponse answer, long length) {
        if (answer instanceof ConstructedResponse.Parts parts) {
            return parts.closing().length()
                    + parts.ranges().stream()
                            .mapToLong(one -> parts.prefix(one).length() + one.last() - one.first() + 1)
                            .sum();
        }
        if (answer instanceof ConstructedResponse.Part part) {
            return part.range().last() - part.range().first() + 1;
        }
        return answer instanceof ConstructedResponse.Whole ? length : 0;
    }

    private static void isWrittenAsItIsRead(ContentRange read) {
        FuzzAssertions.equal(
                ContentRange.of(HeaderFields.of("Content-Range", read.toString())), Optional.of(read), read::toString);
        FuzzAssertions.hold(read.range().last() < read.completeLength(), read::toString);
    }
}
