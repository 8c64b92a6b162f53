package dev.larder.cache.spi;

/**
 * A part of a value that a store may keep apart from the rest, such as the content of a response in a file of its own.
 * Immutable.
 */
public interface EntryContent {

    /** Its bytes; never negative. */
    long length();
}
