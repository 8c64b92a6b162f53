package dev.larder.writes.delivery;

import java.io.IOException;

/** Thrown when the content of a write temporarily cannot be read: its request is aborted, and repeated later. */
final class UnreadableContentException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableContentException(IOException cause) {
        super("the content of a write cannot be read: " + cause, cause);
    }
}
