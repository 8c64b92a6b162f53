package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs operator actions with the operator's name: one line each, which input cannot make look like another line. */
public final class AuditLog {

    private static final Logger log = LoggerFactory.getLogger(OperatorAccessFilter.AUDIT_LOG);
    private static final int LONGEST = 500;

    private AuditLog() {}

    static void purged(PurgeSelection purge, boolean soft, PurgeResult purged, Optional<String> by) {
        log.info(
                "purge kind={} argument={} mode={} entries={} failed={} by={}",
                PurgeSelectionParser.word(purge.kind()),
                printable(purge.argument()),
                mode(soft),
                purged.entries(),
                purged.failed(),
                by.map(AuditLog::printable).orElse("-"));
    }

    static void notPurged(PurgeSelection purge, boolean soft, RefusedOperationException refusal, Optional<String> by) {
        log.warn(
                "purge kind={} argument={} mode={} not done: {} by={}",
                PurgeSelectionParser.word(purge.kind()),
                printable(purge.argument()),
                mode(soft),
                refusal.detail(),
                by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs a purge that was rejected before it began, with the request's own words. */
    static void refused(
            @Nullable String kind, @Nullable String argument, RefusedOperationException refusal, Optional<String> by) {
        log.warn(
                "purge kind={} argument={} refused: {} by={}",
                sent(kind),
                sent(argument),
                refusal.detail(),
                by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs the mode of the cache that an operator has set. */
    static void mode(String mode, Optional<String> by) {
        log.warn("mode={} by={}", mode, by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs rules that an operator has put in force. */
    static void rules(int version, String changes, Optional<String> by) {
        log.info(
                "rules version={} changes={} by={}",
                version,
                printable(changes),
                by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs rules that were refused, with the request's own words. */
    static void rulesRefused(RefusedOperationException refusal, Optional<String> by) {
        log.warn(
                "rules refused: {} by={}",
                printable(refusal.detail()),
                by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs actions that exceeded the rate limit. */
    static void tooMany(long count, int perSecond, Optional<String> by) {
        log.warn(
                "operations refused: {} since the last such line, because of the limit of {} a second; now by={}",
                count,
                perSecond,
                by.map(AuditLog::printable).orElse("-"));
    }

    /** Logs an action on buffered writes, with the request's own words. */
    public static void ordered(
            @Nullable String order,
            @Nullable String ids,
            @Nullable String rule,
            @Nullable String to,
            Optional<String> by) {
        log.info(
                "writes order={} ids={} rule={} to={} by={}",
                sent(order),
                sent(ids),
                sent(rule),
                sent(to),
                by.map(AuditLog::printable).orElse("-"));
    }

    private static String sent(@Nullable String text) {
        return text == null ? "-" : printable(text);
    }

    private static String mode(boolean soft) {
        return soft ? "soft" : "hard";
    }

    /**
     * Returns the text as one word of a line: in quotation marks, with a backslash before those in it, if it has blanks. What is
     * no visible character is a question mark.
     */
    static String printable(String text) {
        var clean = new StringBuilder(text.length());
        text.chars().limit(LONGEST).forEach(c -> clean.append(c >= ' ' && c < 0x7f ? (char) c : '?'));
        if (clean.isEmpty()) {
            return "-";
        }
        boolean word = clean.chars().noneMatch(c -> c == ' ' || c == '"');
        return word ? clean.toString() : '"' + clean.toString().replaceAll("[\\\\\"]", "\\\\$0") + '"';
    }
}
