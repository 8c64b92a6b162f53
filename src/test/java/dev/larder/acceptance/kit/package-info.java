/** The tools of the acceptance tests: an origin that lies on demand, a client that misbehaves on demand, a gateway to put between them. */
@NullMarked
package dev.larder.acceptance.kit;

import org.jspecify.annotations.NullMarked;
