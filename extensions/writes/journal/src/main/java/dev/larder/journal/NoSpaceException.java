package dev.larder.journal;

import java.io.IOException;

/** The file system is full. */
public final class NoSpaceException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Of what the system has said. */
    public NoSpaceException(IOException cause) {
        super("no space is left on the disk", cause);
    }
}
