/** Tests of the concurrent store for any eviction policy. */
@NullMarked
package dev.larder.policies.bounded;

import org.jspecify.annotations.NullMarked;
