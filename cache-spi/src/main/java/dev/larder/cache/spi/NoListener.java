package dev.larder.cache.spi;

/** See {@link RemovalListener#none()}. */
final class NoListener {

    static final RemovalListener<Object> NONE = (key, entry, cause) -> {};

    private NoListener() {}
}
