/** A store with contents in files and an index that survives a restart. */
@NullMarked
package dev.larder.disk.store;

import org.jspecify.annotations.NullMarked;
