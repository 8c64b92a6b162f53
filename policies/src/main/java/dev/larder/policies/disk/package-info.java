/** A store whose contents lie in files and whose index survives a restart. */
@NullMarked
package dev.larder.policies.disk;

import org.jspecify.annotations.NullMarked;
