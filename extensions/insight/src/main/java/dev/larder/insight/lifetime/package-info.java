/** How long bodies really live, from what validations and checks have shown, and which lifetimes that allows. */
@NullMarked
package dev.larder.insight.lifetime;

import org.jspecify.annotations.NullMarked;
