package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RFC 9110 14.1.2 and 14.2: byte ranges of a representation of known length. */
final class ByteRanges {

    /** "A server that supports range requests MAY ignore or reject a Range header field" with many or overlapping ranges. */
    private static final int MAX_RANGES = 16;

    private static final int MAX_OVERLAPPING = 2;
    private static final String UNIT = "bytes=";
    private static final Pattern SPEC = Pattern.compile("(?<first>\\d*)-(?<last>\\d*)");
    private static final int DIGITS_THAT_FIT = 18;

    private ByteRanges() {}

    /**
     * Returns the satisfiable ranges in the order of the request; an empty list if none is satisfiable. Returns no list
     * if the field must be ignored: another unit, malformed, too many ranges, too much overlap.
     */
    static Optional<List<ByteRange>> of(HeaderFields request, long length) {
        List<String> lines = request.values("Range");
        if (lines.size() != 1 || !lines.get(0).strip().toLowerCase(Locale.ROOT).startsWith(UNIT)) {
            return Optional.empty();
        }
        List<String> specs = FieldList.elements(lines.get(0).strip().substring(UNIT.length()));
        if (specs.isEmpty() || specs.size() > MAX_RANGES || !specs.stream().allMatch(ByteRanges::isValid)) {
            return Optional.empty();
        }
        List<ByteRange> ranges = new ArrayList<>();
        specs.forEach(spec -> resolve(spec, length).ifPresent(ranges::add));
        return mostOverlapping(ranges) > MAX_OVERLAPPING ? Optional.empty() : Optional.of(List.copyOf(ranges));
    }

    private static boolean isValid(String spec) {
        Matcher parts = SPEC.matcher(spec);
        if (!parts.matches() || spec.equals("-")) {
            return false;
        }
        String first = parts.group("first");
        String last = parts.group("last");
        return first.isEmpty() || last.isEmpty() || isAtMost(significant(first), significant(last));
    }

    private static Optional<ByteRange> resolve(String spec, long length) {
        int dash = spec.indexOf('-');
        String first = spec.substring(0, dash);
        String last = spec.substring(dash + 1);
        if (first.isEmpty()) {
            long suffix = Math.min(number(last), length);
            return suffix == 0 ? Optional.empty() : Optional.of(new ByteRange(length - suffix, length - 1));
        }
        long from = number(first);
        long to = last.isEmpty() ? length - 1 : Math.min(number(last), length - 1);
        return from < length ? Optional.of(new ByteRange(from, to)) : Optional.empty();
    }

    private static long mostOverlapping(List<ByteRange> ranges) {
        long most = 0;
        for (ByteRange range : ranges) {
            long containing = ranges.stream()
                    .filter(other -> other.first() <= range.first() && range.first() <= other.last())
                    .count();
            most = Math.max(most, containing);
        }
        return most;
    }

    private static long number(String digits) {
        String significant = significant(digits);
        return significant.length() > DIGITS_THAT_FIT ? Long.MAX_VALUE : Long.parseLong(significant);
    }

    private static String significant(String digits) {
        return digits.replaceFirst("^0+(?=.)", "");
    }

    /** Whether one number is not greater than the other, however many digits they have. */
    private static boolean isAtMost(String one, String other) {
        return one.length() == other.length() ? one.compareTo(other) <= 0 : one.length() < other.length();
    }
}
