/** Turns annotations into properties of rules, and contract interfaces into routes. */
@NullMarked
package dev.larder.gateway.annotation;

import org.jspecify.annotations.NullMarked;
