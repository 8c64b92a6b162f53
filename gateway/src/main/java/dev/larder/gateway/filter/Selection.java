package dev.larder.gateway.filter;

import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.rfc9111.Variants;

/**
 * The stored response that a request selects (RFC 9111 4.1), among all that are stored under its key.
 *
 * @param stamp of what is stored; the response may be used unasked only while no write stands against it
 */
record Selection(Variants variants, StoredResponse response, Stamp stamp) {}
