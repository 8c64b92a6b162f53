/** Starts the gRPC server if enabled, and reports invalid settings. */
@NullMarked
package dev.larder.rpc.autoconfigure;

import org.jspecify.annotations.NullMarked;
