package dev.larder.journal;

import java.io.IOException;

/** Thrown when the file system is full. */
public final class NoSpaceException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the system's one as cause. */
    public NoSpaceException(IOException cause) {
        super("no space is left on the disk", cause);
    }
}
