package dev.larder.journal;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Names of the files of a log. */
final class LogFileNames {

    /** No segment has a greater number: a life of the log, which is one more, fits into 30 bits. */
    static final long GREATEST = (1L << 30) - 2;

    static final String LOCK = "lock";
    static final String OWNER = "owner";
    static final String TEMPORARY = ".tmp";
    static final String QUARANTINE = ".quarantine";

    private static final String SEGMENT = ".segment";

    /** With digits of any script, as an earlier version wrote them where they are the locale's: no such file is passed over. */
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\.segment.*", Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern BEGUN = Pattern.compile("(owner|.+\\.quarantine)(-\\d+)?\\.tmp");

    private LogFileNames() {}

    /** Of a segment; sorted as text they are in the order of their numbers. */
    static String segment(long number) {
        return String.format(Locale.ROOT, "%018d%s", number, SEGMENT);
    }

    /** Whether it is the name of a segment, or looks like one. */
    static boolean isSegment(String name) {
        return name.endsWith(SEGMENT) && number(name).isPresent();
    }

    /** Whether it is the name of a file of the log, other than a content, that was being written when a process was killed. */
    static boolean isTemporary(String name) {
        return BEGUN.matcher(name).matches();
    }

    /** Number in the name of a segment, or of what was one; the greatest of all if it is no long. */
    static OptionalLong number(String name) {
        var matcher = NUMBERED.matcher(name);
        return matcher.matches() ? OptionalLong.of(parsed(matcher.group(1))) : OptionalLong.empty();
    }

    private static long parsed(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
