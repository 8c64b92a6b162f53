/** The steps of the cache's work as those see them who observe requests: spans, if they trace. */
@NullMarked
package dev.larder.gateway.metrics.span;

import org.jspecify.annotations.NullMarked;
