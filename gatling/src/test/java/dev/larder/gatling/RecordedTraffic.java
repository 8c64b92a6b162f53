package dev.larder.gatling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The calls of a recorded file, plain or gzip: an access log, or CSV whose first line names its columns. Used by one thread. */
final class RecordedTraffic implements Iterator<LoadRequest> {

    private final Path file;
    private final boolean writes;
    private final BufferedReader reader;
    private final Function<String, RecordedLine> form;
    private final Map<String, Long> skipped = new TreeMap<>();
    private @Nullable String line;
    private @Nullable LoadRequest upcoming;
    private long number = 1;

    /** {@code path} is what the keys of a trace become; without {@code writes}, only reads are called. */
    RecordedTraffic(Path file, String path, boolean writes) {
        this.file = file;
        this.writes = writes;
        this.reader = open(file);
        this.line = read();
        var header = line == null ? "" : line;
        var trace = KeyTrace.of(header, path);
        this.form = trace.<Function<String, RecordedLine>>map(it -> it::parse).orElse(AccessLog::parse);
        if (trace.isPresent()) {
            advance();
        }
    }

    /** Reads as far as so many calls need, so that a wrong line is found before anything is sent; says what was skipped. */
    static Map<String, Long> check(Path file, String path, boolean writes, long calls) {
        var recording = new RecordedTraffic(file, path, writes);
        if (!recording.hasNext()) {
            throw new InvalidSettingException("trace", file.toString(), "a file with requests to send", "access.log");
        }
        for (long i = 0; i < calls && recording.hasNext(); i++) {
            recording.next();
        }
        return recording.skipped;
    }

    @Override
    public boolean hasNext() {
        while (upcoming == null && line != null) {
            upcoming = call(line);
            advance();
        }
        return upcoming != null;
    }

    @Override
    public LoadRequest next() {
        var call = hasNext() ? upcoming : null;
        if (call == null) {
            throw new NoSuchElementException(file + " has ended");
        }
        upcoming = null;
        return call;
    }

    private @Nullable LoadRequest call(String text) {
        var parsed = form.apply(text);
        if (parsed instanceof RecordedLine.Malformed malformed) {
            throw new InvalidSettingException(
                    "trace", file + ":" + number, malformed.expected() + ", not \"" + text + '"', "access.log");
        }
        if (parsed instanceof RecordedLine.Sent sent && (writes || sent.call().reads())) {
            return sent.call();
        }
        skipped.merge(parsed instanceof RecordedLine.Skipped no ? no.why() : "write", 1L, Long::sum);
        return null;
    }

    private void advance() {
        line = read();
        number++;
    }

    private @Nullable String read() {
        try {
            var text = reader.readLine();
            if (text == null) {
                reader.close();
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(file + " breaks off after line " + number, e);
        }
    }

    private static BufferedReader open(Path file) {
        try {
            var bytes = Files.newInputStream(file);
            return new BufferedReader(new InputStreamReader(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InvalidSettingException(
                    "trace",
                    file.toString(),
                    "a file that can be read, gzip if it is called so (" + unreadable.getMessage() + ")",
                    "access.log");
        }
    }
}
