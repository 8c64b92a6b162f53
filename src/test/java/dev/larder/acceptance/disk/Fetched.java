package dev.larder.acceptance.disk;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Incoming;
import dev.larder.acceptance.kit.Octets;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;

/**
 * A response whose content was read to its end and not kept.
 *
 * @param head the response without its content
 * @param crc the CRC-32 of the content
 * @param end how the content ended
 */
record Fetched(Response head, long crc, End end) {

    /** Answers a GET over a fresh connection. */
    static Fetched by(Gateway gateway, String target, String... fields) {
        try (RawClient client = gateway.connect().request("GET", target, fields)) {
            return rest(client.open("GET"));
        }
    }

    /** Reads what is left of a response; the checksum is that of the rest. */
    static Fetched rest(Incoming incoming) {
        long crc = incoming.crc();
        return new Fetched(incoming.head(), crc, incoming.end());
    }

    int status() {
        return head.status();
    }

    boolean hit() {
        return head.hit();
    }

    /** Whether a 200 arrived whole, as its framing says. */
    boolean whole() {
        return status() == 200 && end == End.COMPLETE;
    }

    /** Whether it is a 200 with exactly that content. */
    boolean is(Octets content) {
        return is(content.crc());
    }

    /** Whether it is a 200 whose content has that CRC-32. */
    boolean is(long expected) {
        return whole() && crc == expected;
    }

    @Override
    public String toString() {
        return status() + " " + end + " crc " + Long.toHexString(crc) + " "
                + head.fields().list();
    }
}
