/** Answers from the store before the gateway has looked for a route, wherever that is provably the same answer. */
@NullMarked
package dev.larder.gateway.connection;

import org.jspecify.annotations.NullMarked;
