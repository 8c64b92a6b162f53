/** Tests of the store that survives a restart. */
@NullMarked
package dev.larder.policies.disk;

import org.jspecify.annotations.NullMarked;
