/** Tests of ghosts. */
@NullMarked
package dev.larder.policies.ghost;

import org.jspecify.annotations.NullMarked;
