package dev.larder.acceptance.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Asks for random ranges of objects that change now and then, and checks each octet of each response. */
final class RandomRangeClient {

    private final GatewayFixture gateway;
    private final VersionedObjects objects;
    private final String name;
    private final Random random;
    private final long longest;
    private final Map<String, RangeUnion> unions = new TreeMap<>();
    private int hits;
    private int newest;
    private int cut;

    /** @param longest octets that no range is longer than */
    RandomRangeClient(GatewayFixture gateway, VersionedObjects objects, String name, Random random, long longest) {
        this.gateway = gateway;
        this.objects = objects;
        this.name = name;
        this.random = random;
        this.longest = longest;
    }

    /** Makes so many requests; another object changes after each {@code period} of them. */
    void run(int requests, int period) {
        RawClient client = gateway.connect();
        try {
            for (int i = 1; i <= requests; i++) {
                if (!request(client, random.nextInt(objects.count()))) {
                    client.close();
                    client = gateway.connect();
                }
                if (i % period == 0) {
                    objects.change(random.nextInt(objects.count()));
                }
            }
        } finally {
            client.close();
        }
    }

    /** Returns whether the response has come to its end; if it was cut, what came of it is checked. */
    private boolean request(RawClient client, int number) {
        long wanted = (long) Math.exp(random.nextDouble() * Math.log(longest));
        int kind = random.nextInt(20);
        boolean atEnd = kind < 2;
        long first = atEnd ? objects.length() - wanted : (long) (random.nextDouble() * objects.length());
        long end = Math.min(first + wanted, objects.length());
        String range = "bytes=" + (kind == 0 ? "-" + wanted : first + "-" + (kind == 1 ? "" : end - 1));
        StreamedResponse response =
                client.request("GET", objects.path(number), "Range", range).open("GET");
        assertThat(response.head().status()).as(range).isEqualTo(206);
        assertThat(response.head().field("Content-Range"))
                .isEqualTo("bytes " + first + "-" + (end - 1) + "/" + objects.length());
        int version = VersionedObjects.version(response.head().field("ETag"), name, number);
        CRC32 crc = new CRC32();
        long length = 0;
        for (String piece = response.next(); !piece.isEmpty(); piece = response.next()) {
            crc.update(piece.getBytes(StandardCharsets.ISO_8859_1));
            length += piece.length();
        }
        boolean complete = response.end() == TransferEnd.COMPLETE;
        assertThat(length == end - first || !complete).as(range).isTrue();
        assertThat(crc.getValue())
                .as("%s of %d in version %d", range, number, version)
                .isEqualTo(objects.content(number, version)
                        .slice(first, first + length)
                        .crc());
        cut += complete ? 0 : 1;
        hits += response.head().hit() ? 1 : 0;
        newest += version == objects.version(number) ? 1 : 0;
        unions.computeIfAbsent(number + "-" + version, key -> new RangeUnion()).add(first, first + length);
        return complete;
    }

    /** Returns the octets of the union of all ranges, of each version of each object. */
    long union() {
        return unions.values().stream().mapToLong(RangeUnion::octets).sum();
    }

    /** Returns how many responses came from the store. */
    int hits() {
        return hits;
    }

    /** Returns how many responses broke off, because the object had changed since the part that was stored. */
    int cut() {
        return cut;
    }

    /** Returns the figures in words. */
    String figures() {
        return String.format(
                Locale.ROOT,
                "union %d octets in %d versions, origin %d octets (%.4f of it), %d hits, %d of the newest version, %d cut",
                union(),
                unions.size(),
                objects.octets(),
                (double) objects.octets() / union(),
                hits,
                newest,
                cut);
    }
}
