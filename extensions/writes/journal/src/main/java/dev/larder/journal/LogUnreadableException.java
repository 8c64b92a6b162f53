package dev.larder.journal;

import java.io.IOException;

/** Thrown when a file of a log temporarily cannot be read. It may have acknowledged writes, so the folder is unchanged. */
public final class LogUnreadableException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception for a file in that folder. */
    LogUnreadableException(LogDirectory folder, String file, IOException cause) {
        super(folder + "/" + file + " cannot be read (" + cause + ")", cause);
    }
}
