/** Sections that parts of the gateway, and its extensions, add to the operators' page, if there is one. */
@NullMarked
package dev.larder.gateway.actuate.page;

import org.jspecify.annotations.NullMarked;
