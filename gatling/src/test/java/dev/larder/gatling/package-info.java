/** Load scenarios that know the gateway only by its URL, and the counting that turns Cache-Status into hit ratios. */
@NullMarked
package dev.larder.gatling;

import org.jspecify.annotations.NullMarked;
