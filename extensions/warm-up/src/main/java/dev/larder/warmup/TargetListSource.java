package dev.larder.warmup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A file with one path or URL in each line. Empty lines and those that begin with # are skipped, as is what is neither. */
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

    @Override
    public List<WarmUpTarget> read(int most) throws IOException {
        Set<WarmUpTarget> targets = new LinkedHashSet<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            var lines = new BoundedLineReader(in);
            for (String line = lines.next(); line != null && targets.size() < most; line = lines.next()) {
                WarmUpTarget.parse(line).ifPresent(targets::add);
            }
        }
        return List.copyOf(targets);
    }
}
