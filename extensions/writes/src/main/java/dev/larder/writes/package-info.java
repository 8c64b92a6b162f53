/** Writes that are acknowledged before their origin has them: what they are, and who keeps and delivers them. */
@NullMarked
package dev.larder.writes;

import org.jspecify.annotations.NullMarked;
