/** Tests of what rules say and which of them counts. */
@NullMarked
package dev.larder.gateway.route;

import org.jspecify.annotations.NullMarked;
