package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import java.net.URI;
import java.util.List;

/**
 * A request to the origin.
 *
 * @param fields all except Host and Content-Length
 * @param pieces its content, in order
 */
record DeliveryRequest(String method, URI uri, HeaderFields fields, List<RequestContentPart> pieces) {

    DeliveryRequest {
        pieces = List.copyOf(pieces);
    }

    /** Returns the octets of content. */
    long length() {
        return pieces.stream().mapToLong(RequestContentPart::length).sum();
    }
}
