/** Observations of the cache's steps, which become spans with tracing. */
@NullMarked
package dev.larder.gateway.metrics.span;

import org.jspecify.annotations.NullMarked;
