/** How long bodies stay unchanged, from the results of validations and checks, and which lifetimes that permits. */
@NullMarked
package dev.larder.insight.lifetime;

import org.jspecify.annotations.NullMarked;
