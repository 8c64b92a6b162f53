/** Tests of the store in front of a shared map. */
@NullMarked
package dev.larder.cluster.store;

import org.jspecify.annotations.NullMarked;
