package dev.larder.gateway.message;

import dev.larder.rfc9111.HeaderFields;

/** A message whose field lines (RFC 9110 5) are at hand, so that they need not be collected from the header fields of a library. */
public interface ReceivedFieldLines {

    /** Returns all lines, those of one name together. */
    HeaderFields fieldLines();
}
