/** Auto-configuration of Larder, its properties, and what it says when they are wrong. */
@NullMarked
package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.NullMarked;
