/** Every experiment of the studies behind Larder, repeated by one command. */
@NullMarked
package dev.larder.experiments;

import org.jspecify.annotations.NullMarked;
