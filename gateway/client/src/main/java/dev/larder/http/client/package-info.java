/** The client of origins by HTTP/1.1 and HTTP/2: connections, their pools, and requests on them, on the event loops of clients. */
@NullMarked
package dev.larder.http.client;

import org.jspecify.annotations.NullMarked;
