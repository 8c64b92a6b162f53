package dev.larder.bufferedwrites;

import java.util.Locale;

/** How writes come to the database. */
enum WriteMode {
    /** One by one, as clients send them. */
    SINGLE,
    /** In bulk. */
    BULK;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
