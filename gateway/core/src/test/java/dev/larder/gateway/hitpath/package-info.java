/** Tests and measurements of the hit path's parts. */
@NullMarked
package dev.larder.gateway.hitpath;

import org.jspecify.annotations.NullMarked;
