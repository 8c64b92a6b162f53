/** What all rooms say and hear: heads between the engine and the framework, addresses, problems, failures, and the clock. */
@NullMarked
package dev.larder.gateway.message;

import org.jspecify.annotations.NullMarked;
