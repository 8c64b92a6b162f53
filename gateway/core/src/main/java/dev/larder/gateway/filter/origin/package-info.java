/** The origin as a chain of filters sees it: one port, whose responses are read by whoever stands before it. */
@NullMarked
package dev.larder.gateway.filter.origin;

import org.jspecify.annotations.NullMarked;
