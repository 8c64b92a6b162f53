@NullMarked
package dev.larder.invalidation;

import org.jspecify.annotations.NullMarked;
