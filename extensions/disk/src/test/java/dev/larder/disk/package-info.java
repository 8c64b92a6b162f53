/** Tests of the module as a whole. */
@NullMarked
package dev.larder.disk;

import org.jspecify.annotations.NullMarked;
