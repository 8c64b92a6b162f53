/** Who may see and order what of all that operators have: tokens from a file, their scopes, and how often. */
@NullMarked
package dev.larder.gateway.actuate.access;

import org.jspecify.annotations.NullMarked;
