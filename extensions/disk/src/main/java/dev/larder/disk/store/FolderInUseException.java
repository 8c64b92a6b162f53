package dev.larder.disk.store;

import java.nio.file.Path;

/** Another process, or another part of this one, has the folder open. */
public final class FolderInUseException extends RuntimeException {

    FolderInUseException(Path folder) {
        super("the folder " + folder + " is in use by another process; give each process a folder of its own");
    }
}
