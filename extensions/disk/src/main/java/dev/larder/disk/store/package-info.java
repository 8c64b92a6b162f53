/** A store whose contents lie in files and whose index survives a restart. */
@NullMarked
package dev.larder.disk.store;

import org.jspecify.annotations.NullMarked;
