/** The HTTP/1.1 client of origins: connections, their pools, and requests on them, on the event loops of clients. */
@NullMarked
package dev.larder.gateway.origin;

import org.jspecify.annotations.NullMarked;
