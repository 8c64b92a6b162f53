/** Tests of the store that survives a restart. */
@NullMarked
package dev.larder.disk.store;

import org.jspecify.annotations.NullMarked;
