/** Adds the route filter {@code Dictionaries}, and reports invalid settings. */
@NullMarked
package dev.larder.dictionaries.autoconfigure;

import org.jspecify.annotations.NullMarked;
