package dev.larder.acceptance.disk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A field {@code Range} that can be satisfied.
 *
 * @param field its value
 * @param slices what it asks for, in its order
 */
record RangeRequest(String field, List<Slice> slices) {

    private static final int SHORT = 5000;

    RangeRequest {
        slices = List.copyOf(slices);
    }

    /** One range in three of four cases, two or three that do not overlap in the fourth. */
    static RangeRequest random(Random random, long length) {
        return switch (random.nextInt(4)) {
            case 0 -> bounded(random, length);
            case 1 -> suffix(1 + below(random, length + 100), length);
            case 2 -> openEnded(below(random, length), length);
            default -> several(random, length);
        };
    }

    private static RangeRequest bounded(Random random, long length) {
        long first = below(random, length);
        long last = first + below(random, random.nextBoolean() ? SHORT : length);
        return new RangeRequest("bytes=" + first + "-" + last, List.of(new Slice(first, Math.min(last, length - 1))));
    }

    private static RangeRequest suffix(long count, long length) {
        return new RangeRequest("bytes=-" + count, List.of(new Slice(Math.max(0, length - count), length - 1)));
    }

    private static RangeRequest openEnded(long first, long length) {
        return new RangeRequest("bytes=" + first + "-", List.of(new Slice(first, length - 1)));
    }

    private static RangeRequest several(Random random, long length) {
        int count = 2 + random.nextInt(2);
        long[] bounds =
                random.longs(0, length).distinct().limit(2L * count).sorted().toArray();
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slices.add(new Slice(bounds[2 * i], bounds[2 * i + 1]));
        }
        Collections.shuffle(slices, random);
        String field = slices.stream()
                .map(slice -> slice.first() + "-" + slice.last())
                .collect(Collectors.joining(random.nextBoolean() ? "," : ", "));
        return new RangeRequest("bytes=" + field, slices);
    }

    private static long below(Random random, long bound) {
        return (long) (random.nextDouble() * bound);
    }

    @Override
    public String toString() {
        return field;
    }

    /** The octets from the first to the last, both included. */
    record Slice(long first, long last) {

        /** As {@code Content-Range} says it of content of that length (bytes). */
        String of(long length) {
            return "bytes " + first + "-" + last + "/" + length;
        }
    }
}
