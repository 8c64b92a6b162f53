/** Tests and measurements of the hit path's parts. */
@NullMarked
package dev.larder.gateway.connection;

import org.jspecify.annotations.NullMarked;
