/** Tests of what gateways ask one another. */
@NullMarked
package dev.larder.gateway.cluster;

import org.jspecify.annotations.NullMarked;
