/** Tests of what gateways ask one another. */
@NullMarked
package dev.larder.cluster;

import org.jspecify.annotations.NullMarked;
