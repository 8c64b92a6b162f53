@NullMarked
package dev.larder.gateway.origin;

import org.jspecify.annotations.NullMarked;
