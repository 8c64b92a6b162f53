package dev.larder.journal;

import java.io.IOException;

/** Another process, or another part of this one, has the folder open. */
public final class LogInUseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Of that folder. */
    public LogInUseException(String folder) {
        super("the log in " + folder + " is in use by another process; give each process a folder of its own");
    }
}
