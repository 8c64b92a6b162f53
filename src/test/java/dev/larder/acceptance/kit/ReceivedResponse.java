package dev.larder.acceptance.kit;

import java.util.List;

/**
 * A response as the client received it.
 *
 * @param status the status code; 0 if the connection ended before a head was whole
 * @param fields the header fields
 * @param content the content, one char per byte
 * @param end whether the message arrived whole, and how the connection ended if not
 * @param interim the interim responses before it
 */
public record ReceivedResponse(
        int status, RawFields fields, String content, TransferEnd end, List<ReceivedResponse> interim) {

    /** All lines of that name joined by a comma; empty if there is none. */
    public String field(String name) {
        return fields.get(name);
    }

    /** Whether the message arrived whole, as its framing says. */
    public boolean whole() {
        return end == TransferEnd.COMPLETE && status != 0;
    }

    /** Whether {@code Cache-Status} says that Larder answered from its store (RFC 9211 2.1). */
    public boolean hit() {
        return cacheStatus().contains("; hit");
    }

    /** Larder's member of {@code Cache-Status}; empty if there is none. */
    public String cacheStatus() {
        return fields.all("Cache-Status").stream()
                .flatMap(line -> java.util.Arrays.stream(line.split(",")))
                .map(String::trim)
                .filter(member -> member.equals("Larder") || member.startsWith("Larder;"))
                .reduce("", (first, last) -> last);
    }
}
