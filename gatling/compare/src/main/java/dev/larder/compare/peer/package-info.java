/** Who is compared: how each one is started, and how it is checked. */
@NullMarked
package dev.larder.compare.peer;

import org.jspecify.annotations.NullMarked;
