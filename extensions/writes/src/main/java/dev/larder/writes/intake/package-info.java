/** Takes requests in that are acknowledged before their origin has them: what they have to be, and what they are answered. */
@NullMarked
package dev.larder.writes.intake;

import org.jspecify.annotations.NullMarked;
