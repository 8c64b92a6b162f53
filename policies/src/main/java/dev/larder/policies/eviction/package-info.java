/** Pure, single-threaded eviction algorithms, one class each, written as their paper. */
@NullMarked
package dev.larder.policies.eviction;

import org.jspecify.annotations.NullMarked;
