package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RFC 9110 8.8.3: an entity tag.
 *
 * @param isWeak whether it is suitable for weak comparison only
 * @param opaque the text between the quotes
 */
public record EntityTag(boolean isWeak, String opaque) {

    /** Unlike a quoted string, an entity tag has no escapes: a backslash is an ordinary character. */
    private static final Pattern MEMBER = Pattern.compile("(?:^|,)[ \\t]*((?:W/)?\"[^\"]*\")[ \\t]*(?=,|$)");

    /** What a server appends to the tag of a coded form. */
    private static final Pattern CODING =
            Pattern.compile("(?<version>.+?)(?:--?|[;:_])(?:br|compress|deflate|df|gzip|x-gzip|zstd)");

    /** Returns the tag of a field value; empty if it is malformed. */
    public static Optional<EntityTag> parse(String text) {
        String value = text.strip();
        boolean weak = value.startsWith("W/");
        String quoted = weak ? value.substring(2) : value;
        if (quoted.length() < 2 || !quoted.startsWith("\"") || !quoted.endsWith("\"")) {
            return Optional.empty();
        }
        String opaque = quoted.substring(1, quoted.length() - 1);
        for (int i = 0; i < opaque.length(); i++) {
            if (!isEtagc(opaque.charAt(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(new EntityTag(weak, opaque));
    }

    /** Returns the entity tag of a message; empty if there is none, a malformed one or several. */
    public static Optional<EntityTag> of(HeaderFields fields) {
        List<String> values = fields.values("ETag");
        return values.size() == 1 ? parse(values.get(0)) : Optional.empty();
    }

    /** Returns the well-formed tags of all lines of If-Match or If-None-Match; tags may contain commas. */
    static List<EntityTag> list(List<String> lines) {
        List<EntityTag> tags = new ArrayList<>();
        for (String line : lines) {
            Matcher members = MEMBER.matcher(line);
            while (members.find()) {
                parse(members.group(1)).ifPresent(tags::add);
            }
        }
        return tags;
    }

    /** RFC 9110 8.8.3.2: whether both are equal, and neither is weak. */
    boolean matchesStrongly(EntityTag other) {
        return !isWeak && !other.isWeak && opaque.equals(other.opaque);
    }

    /** RFC 9110 8.8.3.2: whether both are equal, weak or not. */
    boolean matchesWeakly(EntityTag other) {
        return opaque.equals(other.opaque);
    }

    /**
     * Whether both are the tag of one version of a resource, one of them without what a server adds for a coded form: Apache and
     * Jetty append the coding to the tag of a 200 and not to that of its 304 ({@code "t-gzip"}, {@code "t--gzip"}), nginx makes
     * the tag of the 200 weak and that of its 304 not.
     */
    boolean isOfSameVersion(EntityTag other) {
        return opaque.equals(other.opaque)
                || opaque.equals(withoutCoding(other.opaque))
                || other.opaque.equals(withoutCoding(opaque));
    }

    private static String withoutCoding(String opaque) {
        Matcher suffixed = CODING.matcher(opaque);
        return suffixed.matches() ? suffixed.group("version") : opaque;
    }

    @Override
    public String toString() {
        return (isWeak ? "W/\"" : "\"") + opaque + "\"";
    }

    private static boolean isEtagc(int character) {
        return character == 0x21 || (character >= 0x23 && character != 0x7F);
    }
}
