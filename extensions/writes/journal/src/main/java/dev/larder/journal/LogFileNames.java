package dev.larder.journal;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The names of the files of a log. */
final class LogFileNames {

    /** The greatest segment number: the log's life number, which is one more, must fit into 30 bits. */
    static final long GREATEST = (1L << 30) - 2;

    static final String LOCK = "lock";
    static final String OWNER = "owner";
    static final String RESERVE = "reserve";
    static final String TEMPORARY = ".tmp";
    static final String QUARANTINE = ".quarantine";

    private static final String SEGMENT = ".segment";

    /** Matches digits of any script, because an earlier version wrote those of the locale: no such file is skipped. */
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\.segment.*", Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern BEGUN = Pattern.compile("(owner|.+\\.quarantine)(-\\d+)?\\.tmp");

    private LogFileNames() {}

    /** Returns the name of a segment; the text order of names is the order of their numbers. */
    static String segment(long number) {
        return String.format(Locale.ROOT, "%018d%s", number, SEGMENT);
    }

    /** Whether the name is that of a segment, or similar to one. */
    static boolean isSegment(String name) {
        return name.endsWith(SEGMENT) && number(name).isPresent();
    }

    /** Whether the name is that of a file, other than a content, that was being written when a process was killed. */
    static boolean isTemporary(String name) {
        return BEGUN.matcher(name).matches();
    }

    /** Returns the number in the name of a current or former segment; the maximum if it exceeds a long. */
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
