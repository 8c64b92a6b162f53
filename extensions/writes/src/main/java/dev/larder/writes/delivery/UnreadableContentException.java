package dev.larder.writes.delivery;

import java.io.IOException;

/** The content of a write cannot be read for now: its request is given up, and sent again later. */
final class UnreadableContentException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableContentException(IOException cause) {
        super("the content of a write cannot be read: " + cause, cause);
    }
}
