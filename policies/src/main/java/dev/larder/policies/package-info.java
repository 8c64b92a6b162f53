/** Who stays: stores and eviction policies. */
@NullMarked
package dev.larder.policies;

import org.jspecify.annotations.NullMarked;
