/** The steps of the cache's work as those see them who observe requests: spans, if they trace. */
@NullMarked
package dev.larder.gateway.observe.span;

import org.jspecify.annotations.NullMarked;
