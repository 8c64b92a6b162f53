/** Writes that are acknowledged before their origin has applied them, and the contracts for storing and delivering them. */
@NullMarked
package dev.larder.writes;

import org.jspecify.annotations.NullMarked;
