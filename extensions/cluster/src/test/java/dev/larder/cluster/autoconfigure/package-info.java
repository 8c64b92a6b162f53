/** Configuration of members of a cluster. */
@NullMarked
package dev.larder.cluster.autoconfigure;

import org.jspecify.annotations.NullMarked;
