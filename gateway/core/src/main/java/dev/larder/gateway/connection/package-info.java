/** Answers requests from the store before routing, wherever the response is provably the same. */
@NullMarked
package dev.larder.gateway.connection;

import org.jspecify.annotations.NullMarked;
