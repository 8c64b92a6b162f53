/** Writes that are acknowledged before their origin has them, as clients, origins and operators see them. */
@NullMarked
package dev.larder.acceptance.writes;

import org.jspecify.annotations.NullMarked;
