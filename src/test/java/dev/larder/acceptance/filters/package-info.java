/** Every filter of a route works beside Larder as it does in Gateway without it. */
@NullMarked
package dev.larder.acceptance.filters;

import org.jspecify.annotations.NullMarked;
