package dev.larder.rfc9111;

import java.util.Objects;

/**
 * One field line of RFC 9110 5: name and value exactly as received.
 *
 * @param name the field name; compared without regard to case, kept as received
 * @param value the field value, one char per octet (Latin-1)
 */
public record HeaderField(String name, String value) {

    public HeaderField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }
}
