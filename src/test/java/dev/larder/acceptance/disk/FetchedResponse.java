package dev.larder.acceptance.disk;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;

/**
 * A response whose content was read to its end and not kept.
 *
 * @param head the response without its content
 * @param crc the CRC-32 of the content
 * @param end how the content ended
 */
record FetchedResponse(ReceivedResponse head, long crc, TransferEnd end) {

    /** Answers a GET over a fresh connection. */
    static FetchedResponse by(GatewayFixture gateway, String target, String... fields) {
        try (RawClient client = gateway.connect().request("GET", target, fields)) {
            return rest(client.open("GET"));
        }
    }

    /** Reads what is left of a response; the checksum is that of the rest. */
    static FetchedResponse rest(StreamedResponse incoming) {
        long crc = incoming.crc();
        return new FetchedResponse(incoming.head(), crc, incoming.end());
    }

    int status() {
        return head.status();
    }

    boolean hit() {
        return head.hit();
    }

    /** Whether a 200 arrived whole, as its framing says. */
    boolean whole() {
        return status() == 200 && end == TransferEnd.COMPLETE;
    }

    /** Whether it is a 200 with exactly that content. */
    boolean is(GeneratedContent content) {
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
