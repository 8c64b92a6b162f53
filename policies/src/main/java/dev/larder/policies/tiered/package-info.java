/** A memory store in front of a larger and slower store. */
@NullMarked
package dev.larder.policies.tiered;

import org.jspecify.annotations.NullMarked;
