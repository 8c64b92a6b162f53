package dev.larder.acceptance.insight.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/**
 * Requests as somebody has recorded or made them.
 *
 * @param scale by which all sizes are divided, so that their sum is one that a gateway can be sent
 */
record RecordedTrace(String name, List<Ask> asks, long scale) {

    private static final long MAX_BYTES = 256L << 20;

    /** One of them. */
    record Ask(String path, long size, boolean write) {}

    RecordedTrace {
        asks = List.copyOf(asks);
    }

    private static RecordedTrace of(String name, List<Ask> asks) {
        Map<String, Long> sizes = new HashMap<>();
        asks.forEach(ask -> sizes.putIfAbsent(ask.path(), ask.size()));
        long sum = sizes.values().stream().mapToLong(Long::longValue).sum();
        return new RecordedTrace(name, asks, 1 + sum / MAX_BYTES);
    }

    /** A few keys are asked for often, and sizes do not depend on that. */
    static RecordedTrace generated(int requests, int keys, long seed) {
        var random = new Random(seed);
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            int key = (int) Math.exp(random.nextDouble() * Math.log(keys));
            asks.add(new Ask("/made/" + key, 100 + key * 7_919L % 3_000, false));
        }
        return of("made", asks);
    }

    /** The first requests of a file of {@code time,key,size[,op,segment]}, compressed. */
    static RecordedTrace of(Path file, int most) {
        try (var reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            List<Ask> asks = reader.lines()
                    .map(line -> line.split(",", -1))
                    .filter(columns -> !columns[0].equals("time"))
                    .limit(most)
                    .map(RecordedTrace::ask)
                    .toList();
            return of(file.getFileName().toString(), asks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Ask ask(String[] columns) {
        boolean write = columns.length > 3 && columns[3].equals("W");
        String pool = columns.length > 4 ? "/pool" + columns[4] : "/pool";
        return new Ask(pool + "/" + columns[1], Math.max(1, Long.parseLong(columns[2])), write);
    }

    /** Octets of what is sent for it. */
    int length(Ask ask) {
        return (int) Math.max(1, ask.size() / scale);
    }
}
