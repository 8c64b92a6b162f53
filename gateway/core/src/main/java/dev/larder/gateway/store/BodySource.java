package dev.larder.gateway.store;

import reactor.core.publisher.Flux;

/** A source of the octets of a body that is not in the heap. */
@FunctionalInterface
public interface BodySource {

    /** Reads {@code count} octets from offset {@code first} on. */
    Flux<byte[]> read(long first, long count) throws BodyGoneException;
}
