package dev.larder.warmup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An access log in the Common or Combined Log Format: its most frequent targets of GET requests that were answered with 200
 * or 304. Lines may begin with anything, such as what a logging library adds; other lines are skipped. Of a large log, the
 * end is read.
 */
public final class AccessLogSource implements WarmUpSource {

    /** Octets that are read: a few days of a busy site, in some seconds. */
    private static final long MAX_OCTETS = 1L << 30;

    /** Targets that are counted for each one that is wanted. */
    private static final int COUNTED = 4;

    private static final String BEFORE_TARGET = "] \"GET ";
    private static final String AFTER_REQUEST = "\" ";

    private final Path file;

    /** Creates a source that reads a file. */
    public AccessLogSource(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return "access log " + file;
    }

    @Override
    public List<WarmUpTarget> read(int most) throws IOException {
        var frequent = new FrequentTargets(Math.multiplyExact(most, COUNTED));
        try (InputStream in = Files.newInputStream(file);
                InputStream buffered = new BufferedInputStream(in)) {
            in.skipNBytes(Math.max(0, Files.size(file) - MAX_OCTETS));
            var lines = new BoundedLineReader(buffered);
            for (String line = lines.next(); line != null; line = lines.next()) {
                target(line).ifPresent(frequent::add);
            }
        }
        return frequent.mostFrequent(most);
    }

    /** Returns the target of a line that counts. */
    static Optional<WarmUpTarget> target(String line) {
        int before = line.indexOf(BEFORE_TARGET);
        int begin = before + BEFORE_TARGET.length();
        int end = before < 0 ? -1 : line.indexOf(' ', begin);
        int over = end < 0 ? -1 : line.indexOf(AFTER_REQUEST, end);
        if (over < 0) {
            return Optional.empty();
        }
        int status = over + AFTER_REQUEST.length();
        boolean counts = line.startsWith("200 ", status) || line.startsWith("304 ", status);
        String target = line.substring(begin, end);
        return counts && target.indexOf('"') < 0 && target.indexOf('\\') < 0
                ? WarmUpTarget.parse(target)
                : Optional.empty();
    }
}
