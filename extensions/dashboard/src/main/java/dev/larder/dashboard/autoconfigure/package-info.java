/** Adds the page next to the actuator, if it is enabled, and reports invalid settings. */
@NullMarked
package dev.larder.dashboard.autoconfigure;

import org.jspecify.annotations.NullMarked;
