/** Stores and eviction policies: which entries stay cached. */
@NullMarked
package dev.larder.policies;

import org.jspecify.annotations.NullMarked;
