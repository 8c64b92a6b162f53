/** The experiment's origin: a Spring service before a PostgreSQL database. */
@NullMarked
package dev.larder.bufferedwrites.origin;

import org.jspecify.annotations.NullMarked;
