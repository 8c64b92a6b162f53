/** Tests of the eviction algorithms. */
@NullMarked
package dev.larder.policies.eviction;

import org.jspecify.annotations.NullMarked;
