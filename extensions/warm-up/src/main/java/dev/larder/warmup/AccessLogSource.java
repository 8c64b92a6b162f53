package dev.larder.warmup;

import dev.larder.policies.accesslog.AccessLogEntry;
import dev.larder.policies.accesslog.TextLines;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An access log in the Common or Combined Log Format, plain or gzip: its most frequent targets of GET requests that were answered
 * with 200 or 304. Other lines are counted and left out. Of a large log, the end is read, if it is not compressed.
 */
public final class AccessLogSource implements WarmUpSource {

    /** Octets that are read: a few days of a busy site, in some seconds. */
    private static final long MAX_OCTETS = 1L << 30;

    /** Targets that are counted for each one that is wanted. */
    private static final int COUNTED = 4;

    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

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
    public WarmUpListing read(int most) throws IOException {
        var frequent = new FrequentTargets(Math.multiplyExact(most, COUNTED));
        long leftOut = 0;
        long octets = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            long skipped = TextLines.isCompressed(in) ? 0 : Math.max(0, Files.size(file) - MAX_OCTETS);
            in.skipNBytes(skipped);
            var lines = new TextLines(in);
            while (octets < MAX_OCTETS && lines.tryAdvance()) {
                String line = lines.text();
                octets += line.length() + 1;
                Optional<AccessLogEntry> entry = AccessLogEntry.parse(line);
                if (entry.filter(AccessLogSource::isWarmUpCandidate).isPresent()) {
                    Optional<WarmUpTarget> target = target(entry.get());
                    target.ifPresent(frequent::add);
                    leftOut += target.isPresent() ? 0 : 1;
                } else if (entry.isEmpty()
                        && !line.isBlank()
                        && lines.isWhole()
                        && (skipped == 0 || lines.number() > 1)) {
                    leftOut++;
                }
            }
        }
        return new WarmUpListing(frequent.mostFrequent(most), leftOut, List.of());
    }

    private static boolean isWarmUpCandidate(AccessLogEntry entry) {
        return (entry.status() == OK || entry.status() == NOT_MODIFIED)
                && entry.request()
                        .filter(request -> !request.method().equals("GET"))
                        .isEmpty();
    }

    /** What servers write otherwise than clients have sent it, with escapes or octets beyond ASCII, cannot be requested. */
    private static Optional<WarmUpTarget> target(AccessLogEntry entry) {
        return entry.request()
                .map(AccessLogEntry.Request::target)
                .filter(target -> target.chars().allMatch(c -> c < 0x7f && c != '"' && c != '\\'))
                .flatMap(WarmUpTarget::parse);
    }
}
