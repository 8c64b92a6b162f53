package dev.larder.disk.store;

import java.io.IOException;

/** A file does not have the bytes that were written to it. */
final class DamagedException extends IOException {

    DamagedException(String message) {
        super(message);
    }
}
