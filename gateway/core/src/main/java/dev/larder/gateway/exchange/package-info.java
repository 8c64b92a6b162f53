/** Exchanges: what is done for one request of a client, from its description to the end of its response. */
@NullMarked
package dev.larder.gateway.exchange;

import org.jspecify.annotations.NullMarked;
