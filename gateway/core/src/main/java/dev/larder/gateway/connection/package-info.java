/** Routes requests at the connections of their clients, and answers them from the store or forwards them there, wherever the response is certain to be the same. */
@NullMarked
package dev.larder.gateway.connection;

import org.jspecify.annotations.NullMarked;
