/** Starts the server of procedures where it is enabled, and says what is wrong with its settings. */
@NullMarked
package dev.larder.rpc.autoconfigure;

import org.jspecify.annotations.NullMarked;
