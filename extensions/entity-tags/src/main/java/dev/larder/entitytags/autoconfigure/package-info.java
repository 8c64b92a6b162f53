/** Adds the route filter {@code EntityTags}, and reports invalid settings. */
@NullMarked
package dev.larder.entitytags.autoconfigure;

import org.jspecify.annotations.NullMarked;
