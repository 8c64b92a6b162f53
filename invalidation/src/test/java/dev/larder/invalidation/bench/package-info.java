/** What invalidation costs; command in the README of this module. */
@NullMarked
package dev.larder.invalidation.bench;

import org.jspecify.annotations.NullMarked;
