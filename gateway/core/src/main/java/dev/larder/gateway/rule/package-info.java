/** What each route does: rules, by name or by path, and what a request reaches under them. */
@NullMarked
package dev.larder.gateway.rule;

import org.jspecify.annotations.NullMarked;
