package dev.larder.cache.spi;

/** See {@link RemovalListener#none()}. */
final class NoOpRemovalListener {

    static final RemovalListener<Object> NONE = (key, entry, cause) -> {};

    private NoOpRemovalListener() {}
}
