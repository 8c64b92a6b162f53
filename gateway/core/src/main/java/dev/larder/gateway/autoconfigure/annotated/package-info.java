/** Turns annotations into properties of rules, and contract interfaces into routes. */
@NullMarked
package dev.larder.gateway.autoconfigure.annotated;

import org.jspecify.annotations.NullMarked;
