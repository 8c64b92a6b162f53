/** Operations for operators: inspection and purge through the actuator endpoint {@code larder}. */
@NullMarked
package dev.larder.gateway.actuate;

import org.jspecify.annotations.NullMarked;
