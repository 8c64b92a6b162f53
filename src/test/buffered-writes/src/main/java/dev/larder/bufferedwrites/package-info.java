/** The experiment: what a database is spared when writes come to it in bulk. */
@NullMarked
package dev.larder.bufferedwrites;

import org.jspecify.annotations.NullMarked;
