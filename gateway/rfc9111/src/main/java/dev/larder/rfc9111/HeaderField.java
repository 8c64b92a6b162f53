package dev.larder.rfc9111;

import java.util.Objects;

/**
 * RFC 9110 5: one field line, with name and value exactly as received.
 *
 * @param name the field name; compared case-insensitively, kept as received
 * @param value the field value, one char per octet (Latin-1)
 */
public record HeaderField(String name, String value) {

    public HeaderField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }
}
