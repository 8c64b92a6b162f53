/** Tests of what stores and policies share. */
@NullMarked
package dev.larder.policies;

import org.jspecify.annotations.NullMarked;
