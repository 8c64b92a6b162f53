package dev.larder.cache.spi;

/**
 * A part of a value that a store may keep separately, such as the content of a response in a file of its own.
 * Immutable.
 */
public interface EntryContent {

    /** Returns the length in bytes; never negative. */
    long length();
}
