/** What is read of the gateway from outside while it works. */
@NullMarked
package dev.larder.soak.watch;

import org.jspecify.annotations.NullMarked;
