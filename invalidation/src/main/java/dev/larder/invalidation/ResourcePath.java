package dev.larder.invalidation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A URI path as invalidation distinguishes paths. Spellings that an origin may treat as one resource are equal: percent-encoding,
 * case, doubled and trailing slashes, dot segments and path parameters are ignored. A write under one spelling thus invalidates
 * responses read under another.
 *
 * @param segments the segments; none is the root
 */
public record ResourcePath(List<String> segments) {

    /** Deeper paths are treated as their ancestor of this depth. */
    public static final int MAX_SEGMENTS = 24;

    /** Longer paths are treated as the longest of their ancestors with at most so many characters, in its canonical spelling. */
    public static final int MAX_LENGTH = 1_024;

    /** A canonical spelling has at most this many times the characters of another one: 32 for a UUID of 9. */
    private static final int MAX_SPELLINGS = 4;

    public ResourcePath {
        segments = List.copyOf(segments);
    }

    /**
     * Returns all that origins may read from the path of a URI in its raw form, that of {@link #of} first: an encoded slash divides
     * segments or is part of one, and a number that begins with a zero is decimal or octal.
     */
    public static List<ResourcePath> readings(String rawPath) {
        List<String> first = divided(rawPath);
        List<String> octal = octal(first);
        if (octal == first && rawPath.indexOf('%') < 0 && rawPath.indexOf('\\') < 0) {
            return List.of(limited(first));
        }
        List<String> undivided = undivided(rawPath);
        return Stream.of(first, octal, undivided, octal(undivided))
                .map(ResourcePath::limited)
                .distinct()
                .toList();
    }

    /** Parses the path of a URI in its raw form; query and fragment are not part of it. */
    public static ResourcePath of(String rawPath) {
        return limited(divided(rawPath));
    }

    private static List<String> divided(String rawPath) {
        String path = decoded(rawPath).replace('\\', '/');
        List<String> segments = new ArrayList<>();
        int start = 0;
        while (start <= path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            append(segments, withoutParameters(path.substring(start, end)));
            start = end + 1;
        }
        return segments;
    }

    /** Returns the segments of the reading in which raw slashes alone divide them. */
    private static List<String> undivided(String rawPath) {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath.split("/", -1)) {
            append(segments, withoutParameters(decoded(segment)));
        }
        return segments;
    }

    private static List<String> octal(List<String> segments) {
        for (String segment : segments) {
            if (!SegmentSpelling.octal(segment).equals(segment)) {
                return segments.stream().map(SegmentSpelling::octal).toList();
            }
        }
        return segments;
    }

    /** Cuts a path at the same place in whichever spelling it is written. */
    private static ResourcePath limited(List<String> segments) {
        int kept = Math.min(segments.size(), MAX_SEGMENTS);
        int longest = 0;
        for (int i = 0; i < kept; i++) {
            longest += MAX_SPELLINGS * (1 + segments.get(i).length());
        }
        if (longest > MAX_LENGTH) {
            kept = fitting(segments, kept);
        }
        return new ResourcePath(kept == segments.size() ? segments : segments.subList(0, kept));
    }

    private static int fitting(List<String> segments, int most) {
        int length = 0;
        for (int i = 0; i < most; i++) {
            length += 1 + SegmentSpelling.canonical(segments.get(i)).length();
            if (length > MAX_LENGTH) {
                return i;
            }
        }
        return most;
    }

    private static void append(List<String> segments, String segment) {
        if (segment.equals("..")) {
            if (!segments.isEmpty()) {
                segments.remove(segments.size() - 1);
            }
        } else if (!segment.isEmpty() && !segment.equals(".")) {
            segments.add(segment);
        }
    }

    /**
     * Returns the segment that stands for a value, which is not encoded, in a path, in its {@link #canonical} spelling; empty if a
     * path would not keep it in one.
     */
    public static Optional<String> segment(String value) {
        boolean divided = value.indexOf('/') >= 0 || value.indexOf('\\') >= 0;
        String segment = withoutParameters(value.toLowerCase(Locale.ROOT));
        return divided || segment.equals(".") || segment.equals("..")
                ? Optional.empty()
                : Optional.of(canonical(segment));
    }

    /** Returns this path with one spelling for each item: what an origin may read as one number or UUID is equal. */
    public ResourcePath canonical() {
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (!SegmentSpelling.canonical(segment).equals(segment)) {
                return new ResourcePath(
                        segments.stream().map(SegmentSpelling::canonical).toList());
            }
        }
        return this;
    }

    /** Returns this path cut to so many segments. */
    public String prefix(int length) {
        if (length == 0) {
            return "/";
        }
        var prefix = new StringBuilder();
        for (int i = 0; i < length; i++) {
            prefix.append('/').append(segments.get(i));
        }
        return prefix.toString();
    }

    @Override
    public String toString() {
        return prefix(segments.size());
    }

    /** Returns the canonical spelling of a segment, in lower case. */
    public static String canonical(String segment) {
        return SegmentSpelling.canonical(segment);
    }

    private static String withoutParameters(String segment) {
        int semicolon = segment.indexOf(';');
        return semicolon < 0 ? segment : segment.substring(0, semicolon);
    }

    private static String decoded(String rawPath) {
        if (rawPath.indexOf('%') < 0) {
            return rawPath.toLowerCase(Locale.ROOT);
        }
        byte[] bytes = rawPath.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int octet = i + 2 < bytes.length && bytes[i] == '%' ? octet(bytes[i + 1], bytes[i + 2]) : -1;
            bytes[length++] = octet < 0 ? bytes[i] : (byte) octet;
            i += octet < 0 ? 0 : 2;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }

    private static int octet(byte high, byte low) {
        int value = Character.digit(high, 16) * 16 + Character.digit(low, 16);
        return Character.digit(high, 16) < 0 || Character.digit(low, 16) < 0 ? -1 : value;
    }
}
