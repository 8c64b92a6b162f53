package dev.larder.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads access logs in the Common or Combined Log Format. A GET answered with 2xx or 304 is a read of its target, with
 * the sent bytes as its size. An unsafe method answered with 2xx or 3xx is a write to the segment named by its first
 * path segment. Other requests do not concern a cache and are skipped. Times are seconds.
 */
final class AccessLogReader implements RequestReader {

    private static final Pattern LINE =
            Pattern.compile("\\S+ \\S+ .*?\\[([^\\]]+)\\] \"(.*?)\" (\\d{3}) (\\d{1,18}|-)(?: .*)?");
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (\\S+)(?: HTTP/\\S+)?");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final Set<String> UNSAFE = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final ByteLineReader lines;
    private final DoubleSupplier progress;
    private String lastTime = "";
    private long lastSecond;

    AccessLogReader(InputStream in, DoubleSupplier progress) {
        this.lines = new ByteLineReader(in);
        this.progress = progress;
    }

    @Override
    public boolean next(RequestBlock into) throws IOException {
        while (lines.next()) {
            if (lines.length() > 0 && add(into)) {
                return true;
            }
        }
        return false;
    }

    private boolean add(RequestBlock into) throws IOException {
        Matcher line = LINE.matcher(lines.text());
        if (!line.matches()) {
            throw lines.malformed("a line of the Common or Combined Log Format");
        }
        long second = second(line.group(1));
        Matcher request = REQUEST.matcher(line.group(2));
        int status = Integer.parseInt(line.group(3));
        if (!request.matches() || !concernsCache(request.group(1), status)) {
            return false;
        }
        String target = request.group(2);
        long size = line.group(4).equals("-") ? 0 : Long.parseLong(line.group(4));
        into.add(second, NumericKeys.of(target), size, UNSAFE.contains(request.group(1)), segment(target));
        return true;
    }

    private static boolean concernsCache(String method, int status) {
        boolean successful = status / 100 == 2;
        return method.equals("GET")
                ? successful || status == 304
                : UNSAFE.contains(method) && (successful || status / 100 == 3);
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
                throw lines.malformed("a time such as 10/Oct/2000:13:55:36 -0700");
            }
            lastTime = time;
        }
        return lastSecond;
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
