/** What operators see and do: purge and inspection by the actuator endpoint {@code larder}. */
@NullMarked
package dev.larder.gateway.actuate;

import org.jspecify.annotations.NullMarked;
