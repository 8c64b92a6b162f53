/** Accepts requests that are acknowledged before their origin has applied them: their requirements and their responses. */
@NullMarked
package dev.larder.writes.intake;

import org.jspecify.annotations.NullMarked;
