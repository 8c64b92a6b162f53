package dev.larder.journal;

import java.io.IOException;

/** A file of a log cannot be read for now. Acknowledged writes may be in it, so nothing in the folder has been changed. */
public final class LogUnreadableException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Of a file in that folder. */
    LogUnreadableException(LogDirectory folder, String file, IOException cause) {
        super(folder + "/" + file + " cannot be read (" + cause + ")", cause);
    }
}
