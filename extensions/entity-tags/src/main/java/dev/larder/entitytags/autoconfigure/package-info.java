/** Adds the route filter {@code EntityTags}, and says what is wrong with its settings. */
@NullMarked
package dev.larder.entitytags.autoconfigure;

import org.jspecify.annotations.NullMarked;
