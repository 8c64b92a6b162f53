package dev.larder.gateway.writebehind.log;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Names of the files of a log. */
final class Names {

    static final String LOCK = "lock";
    static final String OWNER = "owner";
    static final String TEMPORARY = ".tmp";
    static final String QUARANTINE = ".quarantine";

    private static final String SEGMENT = ".segment";
    private static final Pattern NUMBERED = Pattern.compile("(\\d{18})\\.segment.*");

    private Names() {}

    /** Of a segment; sorted as text they are in the order of their numbers. */
    static String segment(long number) {
        return String.format("%018d%s", number, SEGMENT);
    }

    static boolean isSegment(String name) {
        return name.endsWith(SEGMENT) && number(name).isPresent();
    }

    /** Number in the name of a segment, or of what was one. */
    static OptionalLong number(String name) {
        var matcher = NUMBERED.matcher(name);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
