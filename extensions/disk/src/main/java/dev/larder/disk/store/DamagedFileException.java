package dev.larder.disk.store;

import java.io.IOException;

/** A file does not contain the bytes that were written to it. */
final class DamagedFileException extends IOException {

    DamagedFileException(String message) {
        super(message);
    }
}
