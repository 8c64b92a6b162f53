/** The client of origins by HTTP/1.1 and HTTP/2: connections, their pools, and requests on them, on the event loops of clients. */
@NullMarked
package dev.larder.gateway.origin;

import org.jspecify.annotations.NullMarked;
