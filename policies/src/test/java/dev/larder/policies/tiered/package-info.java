/** Tests of memory in front of a larger store. */
@NullMarked
package dev.larder.policies.tiered;

import org.jspecify.annotations.NullMarked;
