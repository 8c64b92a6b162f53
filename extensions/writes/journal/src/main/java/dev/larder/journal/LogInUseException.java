package dev.larder.journal;

import java.io.IOException;

/** Thrown when another process, or another component of this one, has the folder open. */
public final class LogInUseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception for that folder. */
    public LogInUseException(String folder) {
        super("the log in " + folder + " is in use by another process; give each process a folder of its own");
    }
}
