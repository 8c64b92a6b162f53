/** Auto-configuration of Larder, its properties, and the messages for invalid ones. */
@NullMarked
package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.NullMarked;
