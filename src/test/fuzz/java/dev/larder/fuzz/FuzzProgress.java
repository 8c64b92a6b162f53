package dev.larder.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the engine says while it runs: into a file all of it, and now and then a line for whoever waits. */
final class FuzzProgress {

    private static final Pattern STATE =
            Pattern.compile("#(?<taken>\\d+)\\s+\\w+\\s+cov: (?<reached>\\d+) .*?corp: (?<kept>\\d+)/.*");
    private static final Pattern ALARM =
            Pattern.compile("== (Java Exception|libFuzzer crash).*|.*(AssertionError|Exception|OutOfMemory).*");
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final long start = System.nanoTime();
    private String taken = "-";
    private String reached = "-";
    private String kept = "-";
    private Duration took = Duration.ZERO;
    private Duration told = Duration.ZERO;

    private FuzzProgress() {}

    /** Follows it to its end. */
    static FuzzProgress follow(BufferedReader lines, Path log) throws IOException {
        var progress = new FuzzProgress();
        try (lines;
                var out = new PrintWriter(Files.newBufferedWriter(log, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(line);
                progress.see(line);
            }
        }
        progress.took = progress.sinceStart();
        return progress;
    }

    private void see(String line) {
        Matcher state = STATE.matcher(line);
        if (state.matches()) {
            taken = state.group("taken");
            reached = state.group("reached");
            kept = state.group("kept");
        } else if (ALARM.matcher(line).matches()) {
            System.out.println("    " + line);
        }
        if (sinceStart().minus(told).compareTo(PAUSE) > 0) {
            told = sinceStart();
            System.out.println("    " + told.toSeconds() + " s: " + taken + " inputs taken, " + reached
                    + " branches reached, " + kept + " inputs kept");
        }
    }

    private Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    long seconds() {
        return took.toSeconds();
    }

    String taken() {
        return taken;
    }

    String reached() {
        return reached;
    }

    String kept() {
        return kept;
    }
}
