/** What a client sees of several gateways that share one cache: through faults of members and of the links between them. */
@NullMarked
package dev.larder.acceptance.cluster;

import org.jspecify.annotations.NullMarked;
