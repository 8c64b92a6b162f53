package dev.larder.warmup;

import dev.larder.policies.accesslog.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A file with one path or URL in each line. Empty lines and those that begin with # are skipped; what is neither is counted and left out. */
public final class TargetListSource implements WarmUpSource {

    private final Path file;

    /** Creates a source that reads a file. */
    public TargetListSource(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return "list " + file;
    }

    private static String utf8(String octets) {
        return new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    @Override
    public WarmUpListing read(int most) throws IOException {
        Set<WarmUpTarget> targets = new LinkedHashSet<>();
        long leftOut = 0;
        try (var lines = new TextLines(Files.newInputStream(file))) {
            while (targets.size() < most && lines.tryAdvance()) {
                String line = utf8(lines.text()).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    Optional<WarmUpTarget> target = WarmUpTarget.parse(line);
                    target.ifPresent(targets::add);
                    leftOut += target.isPresent() ? 0 : 1;
                }
            }
        }
        return new WarmUpListing(List.copyOf(targets), leftOut, List.of());
    }
}
