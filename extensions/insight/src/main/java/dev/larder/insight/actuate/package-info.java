/** Actuator endpoints of the findings about the traffic, and their sections on the operators' page. */
@NullMarked
package dev.larder.insight.actuate;

import org.jspecify.annotations.NullMarked;
