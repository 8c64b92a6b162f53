package dev.larder.cache.spi;

/** Holds the listener of {@link RemovalListener#none()}. */
final class NoOpRemovalListener {

    static final RemovalListener<Object> NONE = (key, entry, cause) -> {};

    private NoOpRemovalListener() {}
}
