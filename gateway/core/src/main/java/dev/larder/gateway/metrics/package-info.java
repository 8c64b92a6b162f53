/** Reports of Larder's work: Cache-Status and the log line of each request, from one {@code Reason}. */
@NullMarked
package dev.larder.gateway.metrics;

import org.jspecify.annotations.NullMarked;
