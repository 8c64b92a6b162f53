@NullMarked
package dev.larder.gateway.describe;

import org.jspecify.annotations.NullMarked;
