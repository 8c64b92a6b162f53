package dev.larder.policies.eviction;

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

/** A trace of requests in memory: keys as boxed numbers of their first appearance, sizes in bytes. */
final class InMemoryTrace {

    private final Integer[] keys;
    private final int[] sizes;

    private InMemoryTrace(Integer[] keys, int[] sizes) {
        this.keys = keys;
        this.sizes = sizes;
    }

    int requests() {
        return keys.length;
    }

    /** Hits, and bytes of hits, each as a share of all. */
    record Ratios(double hits, double bytes) {}

    /** Reads {@code time,key,size} with a header line. */
    static InMemoryTrace read(Path gzippedCsv) {
        try (var in = new GZIPInputStream(Files.newInputStream(gzippedCsv), 1 << 16);
                var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            return parse(reader.lines().skip(1).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InMemoryTrace parse(List<String> lines) {
        Map<String, Integer> numbers = new HashMap<>();
        var keys = new Integer[lines.size()];
        var sizes = new int[lines.size()];
        for (int i = 0; i < keys.length; i++) {
            String[] columns = lines.get(i).split(",", -1);
            keys[i] = numbers.computeIfAbsent(columns[1], name -> numbers.size());
            sizes[i] = Integer.parseInt(columns[2]);
        }
        return new InMemoryTrace(keys, sizes);
    }

    /** Replays all requests. A hit is a request of a key that is resident. */
    Ratios replay(EvictionPolicy<Integer> policy) {
        var resident = new boolean[objects()];
        long hits = 0;
        long hitBytes = 0;
        long bytes = 0;
        for (int i = 0; i < keys.length; i++) {
            Integer key = keys[i];
            bytes += sizes[i];
            if (resident[key]) {
                hits++;
                hitBytes += sizes[i];
                policy.onHit(key);
            } else {
                resident[key] = true;
                policy.onStore(key, sizes[i], 0).forEach(victim -> resident[victim] = false);
            }
        }
        return new Ratios((double) hits / keys.length, (double) hitBytes / bytes);
    }

    private int objects() {
        int objects = 0;
        for (int key : keys) {
            objects = Math.max(objects, key + 1);
        }
        return objects;
    }

    /** This many requests of a generated trace of popular and unpopular, small and large objects. */
    static InMemoryTrace generated(long seed, int requests, int objects) {
        var random = new Random(seed);
        var boxes = new ArrayList<Integer>();
        var sizeOf = new int[objects];
        for (int key = 0; key < objects; key++) {
            boxes.add(key);
            sizeOf[key] = 1 + (int) Math.exp(random.nextGaussian() * 2 + 6);
        }
        var keys = new Integer[requests];
        var sizes = new int[requests];
        for (int i = 0; i < requests; i++) {
            keys[i] = boxes.get((int) (objects * Math.pow(random.nextDouble(), 4)));
            sizes[i] = sizeOf[keys[i]];
        }
        return new InMemoryTrace(keys, sizes);
    }
}
