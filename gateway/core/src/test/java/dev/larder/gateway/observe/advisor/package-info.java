/** Tests of the advisor. */
@NullMarked
package dev.larder.gateway.observe.advisor;

import org.jspecify.annotations.NullMarked;
