/** Access control for operators: tokens from a file, their scopes, and a rate limit. */
@NullMarked
package dev.larder.gateway.actuate.access;

import org.jspecify.annotations.NullMarked;
