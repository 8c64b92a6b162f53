package dev.larder.simulator;

import dev.larder.policies.accesslog.AccessLogEntry;
import dev.larder.policies.accesslog.AccessLogEntry.Request;
import dev.larder.policies.accesslog.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Reads access logs in the Common or Combined Log Format. A GET answered with 2xx or 304 is a read of its target, with
 * the sent bytes as its size. An unsafe method answered with 2xx or 3xx is a write to the segment named by its first
 * path segment. Other requests do not concern a cache; they are skipped and counted, as is a last line that is still being
 * written. Times are seconds.
 */
final class AccessLogReader implements RequestReader {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final Set<String> UNSAFE = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final String AUTHORITY = "://";

    private final TextLines lines;
    private final DoubleSupplier progress;
    private final SkippedLines skipped = new SkippedLines();
    private String lastTime = "";
    private long lastSecond;

    AccessLogReader(InputStream in, DoubleSupplier progress) throws IOException {
        this.lines = new TextLines(in);
        this.progress = progress;
    }

    @Override
    public boolean readNext(RequestBlock into) throws IOException {
        while (lines.tryAdvance()) {
            String line = lines.text();
            if (line.isEmpty()) {
                continue;
            }
            skipped.read();
            Optional<SkippedLines.Why> why = add(line, into);
            if (why.isEmpty()) {
                return true;
            }
            skipped.skipped(why.get());
        }
        return false;
    }

    /** Appends the request of a line, or returns why there is none to append. */
    private Optional<SkippedLines.Why> add(String line, RequestBlock into) throws IOException {
        Optional<AccessLogEntry> found = AccessLogEntry.parse(line);
        if (found.isEmpty() && !lines.isWhole() && lines.number() > 1) {
            return Optional.of(SkippedLines.Why.CUT_OFF);
        }
        AccessLogEntry entry = found.orElseThrow(() -> malformed("a line of the Common or Combined Log Format"));
        long second = second(entry.time());
        if (entry.request().isEmpty()) {
            return Optional.of(SkippedLines.Why.NO_REQUEST);
        }
        Request request = entry.request().get();
        Optional<SkippedLines.Why> other = unconcerned(request.method(), entry.status());
        if (other.isPresent()) {
            return other;
        }
        String target = withoutAuthority(request.target());
        into.add(
                second,
                NumericKeys.of(request.target()),
                entry.size(),
                UNSAFE.contains(request.method()),
                segment(target));
        return Optional.empty();
    }

    private MalformedTraceException malformed(String expected) {
        return new MalformedTraceException("line " + lines.number(), expected, lines.text());
    }

    private static Optional<SkippedLines.Why> unconcerned(String method, int status) {
        boolean read = method.equals("GET");
        if (!read && !UNSAFE.contains(method)) {
            return Optional.of(SkippedLines.Why.OTHER_METHOD);
        }
        boolean concerned = status / 100 == 2 || (read ? status == 304 : status / 100 == 3);
        return concerned ? Optional.empty() : Optional.of(SkippedLines.Why.OTHER_STATUS);
    }

    /** Pools are those of paths, whatever form a target has (RFC 9112 3.2). */
    private static String withoutAuthority(String target) {
        int authority = target.startsWith("/") ? -1 : target.indexOf(AUTHORITY);
        if (authority < 0) {
            return target;
        }
        int path = target.indexOf('/', authority + AUTHORITY.length());
        return path < 0 ? "/" : target.substring(path);
    }

    private static long segment(String target) {
        int end = 1;
        while (end < target.length() && "/?".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        return NumericKeys.of(target.substring(0, Math.min(end, target.length())));
    }

    private long second(String time) throws IOException {
        if (!time.equals(lastTime)) {
            try {
                lastSecond = OffsetDateTime.parse(time, TIME).toEpochSecond();
            } catch (DateTimeException e) {
                throw malformed("a time such as 10/Oct/2000:13:55:36 -0700");
            }
            lastTime = time;
        }
        return lastSecond;
    }

    @Override
    public SkippedLines skipped() {
        return skipped;
    }

    @Override
    public double progress() {
        return progress.getAsDouble();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
