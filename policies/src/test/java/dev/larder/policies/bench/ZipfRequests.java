package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheKey;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Requests of few popular and many unpopular things, the same in every run: Zipf with exponent 0.99. */
final class ZipfRequests {

    private ZipfRequests() {}

    /** The numbers, from 0 up to {@code things}, of the things that are requested. */
    static int[] requests(long seed, int requests, int things) {
        double[] cumulated = new double[things];
        double sum = 0;
        for (int i = 0; i < things; i++) {
            sum += 1 / Math.pow(i + 1, 0.99);
            cumulated[i] = sum;
        }
        double total = sum;
        var random = new Random(seed);
        return IntStream.range(0, requests)
                .map(i -> Arrays.binarySearch(cumulated, random.nextDouble() * total))
                .map(found -> Math.min(found < 0 ? -found - 1 : found, things - 1))
                .toArray();
    }

    /** The key of a thing, as long as that of an ordinary request; not the same object twice. */
    static CacheKey key(int thing) {
        return CacheKey.of("GET", "http", "shop.example.org", "/api/v1/products/" + thing, "");
    }
}
