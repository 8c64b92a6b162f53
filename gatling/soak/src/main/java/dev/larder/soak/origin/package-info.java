/** An origin whose contents say what they are, and its moods. */
@NullMarked
package dev.larder.soak.origin;

import org.jspecify.annotations.NullMarked;
