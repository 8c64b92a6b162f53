/** What Spring Cloud Gateway's own {@code LocalResponseCache} does with HTTP, and what Larder does, side by side. */
@NullMarked
package dev.larder.acceptance.localresponsecache;

import org.jspecify.annotations.NullMarked;
